import { describeCaptcha } from './captchaContract.ts';
import { createSqlite } from '../sqlite.ts';

describeCaptcha('SQLite', createSqlite);
