import { createDatabase } from '../../services.ts';
import { describeWebsiteMail } from './websiteMailContract.ts';

describeWebsiteMail('PostgreSQL', createDatabase);
