import { fileURLToPath } from 'node:url';

/** The folder that contains `dist`, `demo` and `locales`. It ends with a slash. */
export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
