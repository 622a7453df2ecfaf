import { fileURLToPath } from 'node:url';

/** The folder of the product, in which `dist`, `demo` and `locales` lie. It ends with a slash. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
