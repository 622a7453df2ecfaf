/** What `npm start` goes on with, once the packages are there: build if a source changed, and start the try-out server. */
import { ensureBuilt } from './ensureBuilt.ts';

ensureBuilt();
await import('../server/demo/tryOut.ts');
