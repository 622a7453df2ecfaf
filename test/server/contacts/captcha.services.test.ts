import { describeCaptcha } from './captchaContract.ts';
import { createDatabase } from '../services.ts';

describeCaptcha('PostgreSQL', createDatabase);
