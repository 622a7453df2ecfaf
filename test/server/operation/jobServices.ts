/**
 * What jobs need of the server, so that a test can run one at a moment of its choice, beside a
 * running server.
 */
import { UNQUEUED } from '../../../src/server/base/keyedQueue.ts';
import { createFiles } from '../../../src/server/files/files.ts';
import { createFolderStorage } from '../../../src/server/files/folderStorage.ts';
import { createMemoryPresence } from '../../../src/server/presence/presence.ts';
import { UNLIMITED } from '../../../src/server/quotas/quotas.ts';
import type { Services } from '../../../src/server/services/services.ts';
import { createConfigurationReader } from '../../../src/server/store/configuration.ts';
import type { Store } from '../../../src/server/store/store.ts';
import { SECRET_KEY } from '../../support/server.ts';

/** @param more what the job needs besides, or instead */
export function createJobServices(store: Store, dataDir: string, more: Partial<Services> = {}): Services {
	const services: Partial<Services> = {
		store,
		readConfiguration: createConfigurationReader(store),
		presence: createMemoryPresence(Date.now, 0),
		rateLimits: UNLIMITED,
		files: createFiles({
			blobs: store.blobs,
			storage: createFolderStorage(dataDir),
			dataDir,
			secretKeys: [SECRET_KEY],
			baseUrl: '',
			diskFloor: 0,
			linkDays: 365,
		}),
		writeQueue: UNQUEUED,
		broadcaster: { broadcast() {} },
		deliveryWorker: { wake() {} },
		...more,
	};
	return services as Services;
}
