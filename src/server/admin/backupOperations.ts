/** `npm run admin -- backup`, `verify` and `restore` (docs/operating.md, Backup). */
import { SettingError } from '../base/settings.ts';
import { backUp, findFaults, type Manifest, readManifest, restoreBackup } from './backup.ts';
import { explain, type Operation } from './operation.ts';
import { whileNobodyServes } from './whileNobodyServes.ts';

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
				manifest.lost.length === 0 ? '' : `\n${manifest.lost.length} files that messages name were lost before.`;
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
			const restore = () => explain('The backup cannot be restored', () => restoreBackup(settings, folder, manifest));
			// A server that started during the restore would make a database of its own, over which
			// the restored one is put.
			if (settings.DATABASE_URL === undefined)
				await whileNobodyServes(settings.DATA_DIR, 'it has a database of its own', restore);
			else await restore();
			return `Restored ${describe(manifest)}. Start the server.`;
		},
	},
};
