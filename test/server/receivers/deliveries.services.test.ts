import { describeDeliveries } from './deliveriesContract.ts';
import { createDatabase } from '../services.ts';

describeDeliveries('PostgreSQL', createDatabase);
