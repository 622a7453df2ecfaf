import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeStore } from './storeContract.ts';

describeStore('sqlite', async () => {
	const dataDir = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
	return { options: { dataDir }, cleanUp: async () => rmSync(dataDir, { recursive: true }) };
});
