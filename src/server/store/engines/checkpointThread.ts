/** The thread of checkpoints.ts. */
import { workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { answerCalls } from '../../base/programs/thread.ts';

const { path } = workerData as { path: string };
const file = new Database(path, { fileMustExist: true });
// As the server's own connection: what is copied has to be on the disk before the log starts over.
file.pragma('synchronous = FULL');

answerCalls<null>(() => file.pragma('wal_checkpoint(PASSIVE)'));
