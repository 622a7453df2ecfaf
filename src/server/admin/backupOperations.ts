/** `npm run admin -- backup`, `verify`, `restore` and `copy-to-postgres` (docs/operating.md, Backup). */
import { existsSync } from 'node:fs';
import { SettingError } from '../base/settings.ts';
import { copyToPostgres } from '../store/copies/copyToPostgres.ts';
import { holdServing } from '../store/serving.ts';
import { sqlitePath } from '../store/sqlite.ts';
import { backUp, findFaults, type Manifest, readManifest, restoreBackup } from './backup.ts';
import { explain, type Operation } from './operation.ts';

const describe = ({ rows, files }: Pick<Manifest, 'rows' | 'files'>) =>
	`${rows['messages'] ?? 0} messages, ${rows['conversations'] ?? 0} conversations, ${rows['contacts'] ?? 0} contacts and ${files} files`;

async function requireSound(folder: string): Promise<Manifest> {
	const manifest = await readManifest(folder);
	const faults = await findFaults(folder, manifest);
	if (faults.length > 0)
		throw new SettingError(`The backup is damaged:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
	return manifest;
}

export const backupOperations: Record<string, Operation> = {
	backup: {
		usage: '<folder>',
		run: async (settings, folder = '') => {
			const manifest = await explain('The backup failed', () => backUp(settings, folder));
			const lost =
				manifest.lost.length === 0
					? ''
					: `\n${manifest.lost.length} files that messages name were not in DATA_DIR/files.`;
			const key = 'secret-key' in manifest.checksums ? '' : '\nSECRET_KEY is not in it: keep it elsewhere.';
			return `The backup in ${folder} has ${describe(manifest)}.${lost}${key}`;
		},
	},
	verify: {
		usage: '<folder>',
		run: async (_, folder = '') => {
			const manifest = await explain('The backup cannot be read', () => requireSound(folder));
			return `The backup of ${manifest.made_at} is whole: ${describe(manifest)}.`;
		},
	},
	restore: {
		usage: '<folder>',
		run: async (settings, folder = '') => {
			const manifest = await explain('The backup cannot be read', () => requireSound(folder));
			await explain('The backup cannot be restored', () => restoreBackup(settings, folder, manifest));
			return `Restored ${describe(manifest)}. Start the server.`;
		},
	},
	'copy-to-postgres': {
		usage: '',
		run: async ({ DATA_DIR, DATABASE_URL }) => {
			if (DATABASE_URL === undefined)
				throw new SettingError('DATABASE_URL has to name the PostgreSQL database to fill');
			if (!existsSync(sqlitePath(DATA_DIR)))
				throw new SettingError(`There is no SQLite database in DATA_DIR, ${DATA_DIR}`);
			const giveUp = holdServing(DATA_DIR);
			if (!giveUp) throw new SettingError('Stop the server first: what it stores meanwhile would not be copied');
			try {
				const rows = await explain('Nothing was copied', () => copyToPostgres(DATA_DIR, DATABASE_URL));
				const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
				return `Copied ${total} rows of ${Object.keys(rows).length} tables, and counted them on both sides: ${rows['messages'] ?? 0} messages, ${rows['conversations'] ?? 0} conversations, ${rows['contacts'] ?? 0} contacts. Start the server with DATABASE_URL; the files stay in DATA_DIR.`;
			} finally {
				giveUp();
			}
		},
	},
};
