/** The thread of mailReader.ts. */
import { answerCalls } from '../../base/programs/thread.ts';
import { readMail } from './readMail.ts';

answerCalls<Uint8Array>(readMail);
