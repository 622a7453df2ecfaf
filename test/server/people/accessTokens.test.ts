import { describeAccessTokens } from './accessTokensContract.ts';
import { createSqlite } from '../sqlite.ts';

describeAccessTokens('SQLite', createSqlite);
