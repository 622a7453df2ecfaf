import { describeAttachments } from './attachmentsContract.ts';
import { createSqlite } from '../sqlite.ts';

describeAttachments('SQLite', createSqlite);
