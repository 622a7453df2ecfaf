/**
 * Looks every hour whether the files that the database knows are in this process's folder: several machines have to share one, and
 * a database may have been restored without its files. Otherwise some addresses of files lead nowhere, and nothing says why.
 */
import type { FastifyInstance } from 'fastify';
import { HOUR } from '#protocol/duration.ts';
import type { Services } from '../services/services.ts';
import { repeat } from './repeat.ts';

export function checkFiles(app: FastifyInstance, { files }: Pick<Services, 'files'>): void {
	repeat(app, HOUR, 'files not checked', async () => {
		const missing = await files.countMissing();
		if (missing > 0)
			app.log.error(
				{ missing },
				'files of messages are not in DATA_DIR/files: all processes have to share that folder',
			);
	});
}
