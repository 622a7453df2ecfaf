import { describeAgentPicture } from './agentPictureContract.ts';
import { createSqlite } from '../sqlite.ts';

describeAgentPicture('SQLite', createSqlite);
