import { describeTranslations } from './translationsContract.ts';
import { createDatabase } from './services.ts';

describeTranslations('PostgreSQL', createDatabase);
