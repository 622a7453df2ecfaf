import { describeKinds } from './kindsContract.ts';
import { createDatabase } from './services.ts';

describeKinds('PostgreSQL', createDatabase);
