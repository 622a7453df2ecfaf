import { describeHelpCentre } from './helpCentreContract.ts';
import { createDatabase } from '../services.ts';

describeHelpCentre('PostgreSQL', createDatabase);
