/**
 * What `npm start` runs once the packages are installed: it builds if a source has changed, then
 * starts the try-out server.
 */
import { ensureBuilt } from './ensureBuilt.ts';

ensureBuilt();
await import('../server/demo/tryOut.ts');
