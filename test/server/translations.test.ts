import { describeTranslations } from './translationsContract.ts';
import { createSqlite } from './sqlite.ts';

describeTranslations('SQLite', createSqlite);
