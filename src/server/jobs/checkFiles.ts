/**
 * Looks every hour whether the files that the database knows are in the storage: several machines
 * have to share a folder, a database may have been restored without its files, and a bucket may be
 * another one. Otherwise some addresses of files lead nowhere, and nothing says why.
 */
import type { FastifyInstance } from 'fastify';
import { HOUR } from '#protocol/base/duration.ts';
import type { Services } from '../services/services.ts';
import { repeat } from './repeat.ts';

const MESSAGES = {
	folder: 'files of messages are not in DATA_DIR/files: all processes have to share that folder',
	s3: 'files of messages are not in the bucket of S3_URL: "npm run admin -- copy-files-to-s3" copies them from DATA_DIR/files',
};

export function checkFiles(app: FastifyInstance, { files }: Pick<Services, 'files'>): void {
	repeat(app, HOUR, 'files not checked', async () => {
		const missing = await files.countMissing();
		if (missing > 0) app.log.error({ missing }, MESSAGES[files.storedIn]);
	});
}
