import { createDatabase } from '../services.ts';
import { describeMentions } from './mentionsContract.ts';

describeMentions('PostgreSQL', createDatabase);
