import { describeDelivered } from './deliveredContract.ts';
import { createDatabase } from '../services.ts';

describeDelivered('PostgreSQL', createDatabase);
