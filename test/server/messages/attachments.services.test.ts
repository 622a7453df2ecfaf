import { describeAttachments } from './attachmentsContract.ts';
import { createDatabase } from '../services.ts';

describeAttachments('PostgreSQL', createDatabase);
