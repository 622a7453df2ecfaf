import { createDatabase } from '../services.ts';
import { describeMailSettings } from './mailSettingsContract.ts';

describeMailSettings('PostgreSQL', createDatabase);
