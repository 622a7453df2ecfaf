import { describeAccessTokens } from './accessTokensContract.ts';
import { createDatabase } from '../services.ts';

describeAccessTokens('PostgreSQL', createDatabase);
