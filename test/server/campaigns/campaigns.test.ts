import { describeCampaigns } from './campaignsContract.ts';
import { createSqlite } from '../sqlite.ts';

describeCampaigns('SQLite', createSqlite);
