import { describeContacts } from './contactsContract.ts';
import { createSqlite } from '../sqlite.ts';

describeContacts('SQLite', createSqlite);
