import { describeCampaigns } from './campaignsContract.ts';
import { createDatabase } from '../services.ts';

describeCampaigns('PostgreSQL', createDatabase);
