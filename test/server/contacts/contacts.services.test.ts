import { describeContacts } from './contactsContract.ts';
import { createDatabase } from '../services.ts';

describeContacts('PostgreSQL', createDatabase);
