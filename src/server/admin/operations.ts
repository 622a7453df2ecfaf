/** The commands of `npm run admin` about the installation as a whole. */
import { backupOperations } from './backupOperations.ts';
import { mailOperations } from './mailOperations.ts';
import { copyOperations } from './copyOperations.ts';
import { doctor } from './doctor.ts';
import type { Operation } from './operation.ts';

export const operations: Record<string, Operation> = {
	...backupOperations,
	...copyOperations,
	...mailOperations,
	doctor,
};
