/**
 * `npm run admin -- copy-to-postgres` and `copy-files-to-s3`: an installation moves to other
 * services (docs/operating.md).
 */
import { existsSync } from 'node:fs';
import { SettingError, type Settings } from '../base/settings.ts';
import { copyFiles, listMissing } from '../files/copyFiles.ts';
import { createFolderStorage, filesFolder } from '../files/folderStorage.ts';
import { createIncoming } from '../files/incoming.ts';
import { createS3Storage } from '../files/s3Storage.ts';
import { openDatabase } from '../openDatabase.ts';
import { copyToPostgres } from '../store/copies/copyToPostgres.ts';
import { sqlitePath } from '../store/engines/sqlite.ts';
import { explain, type Operation } from './operation.ts';
import { whileNobodyServes } from './whileNobodyServes.ts';

const LOST = 'what it stores meanwhile would not be copied';

function requireSqlite({ DATA_DIR }: Settings): void {
	if (!existsSync(sqlitePath(DATA_DIR))) throw new SettingError(`There is no SQLite database in DATA_DIR, ${DATA_DIR}`);
}

async function copyFilesToS3(settings: Settings): Promise<string> {
	const { DATA_DIR, S3_URL } = settings;
	if (S3_URL === undefined) throw new SettingError('S3_URL has to name the bucket to fill');
	if (!existsSync(filesFolder(DATA_DIR))) throw new SettingError(`There are no files in DATA_DIR, ${DATA_DIR}`);
	const bucket = createS3Storage(S3_URL);
	const keys = await listKeys(settings);
	const missing = await listMissing(keys, bucket);
	const absent = await copyFiles(missing, {
		from: createFolderStorage(DATA_DIR),
		to: bucket,
		incoming: createIncoming(DATA_DIR, 0),
	});
	const there = keys.length - (await listMissing(keys, bucket)).length;
	if (there + absent.length !== keys.length)
		throw new Error(`the bucket has ${there} files instead of ${keys.length - absent.length}`);
	const lost = absent.length === 0 ? '' : ` ${absent.length} files that messages name were lost before.`;
	return `Copied ${missing.length - absent.length} files: the bucket has all ${there} that the database names and DATA_DIR has.${lost} Start the server with S3_URL; DATA_DIR/files is not needed any more then.`;
}

/** Rows that are read at a time. */
const AT_ONCE = 1_000;

/** Of all files whose bytes have arrived. */
async function listKeys(settings: Settings): Promise<string[]> {
	const store = await openDatabase(settings, { mayUpgrade: false });
	try {
		const keys: string[] = [];
		for (let after = 0; ;) {
			const rows = await store.blobs.listStored(after, AT_ONCE);
			keys.push(...rows.map(({ key }) => key));
			const last = rows.at(-1);
			if (!last) return keys;
			after = last.id;
		}
	} finally {
		await store.close();
	}
}

export const copyOperations: Record<string, Operation> = {
	'copy-to-postgres': {
		usage: '',
		run: async (settings) => {
			const { DATA_DIR, DATABASE_URL } = settings;
			if (DATABASE_URL === undefined)
				throw new SettingError('DATABASE_URL has to name the PostgreSQL database to fill');
			requireSqlite(settings);
			return whileNobodyServes(DATA_DIR, LOST, async () => {
				const rows = await explain('Nothing was copied', () => copyToPostgres(DATA_DIR, DATABASE_URL));
				const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
				return `Copied ${total} rows of ${Object.keys(rows).length} tables, and counted them on both sides: ${rows['messages'] ?? 0} messages, ${rows['conversations'] ?? 0} conversations, ${rows['contacts'] ?? 0} contacts. Start the server with DATABASE_URL; the files stay where they are.`;
			});
		},
	},
	'copy-files-to-s3': {
		usage: '',
		run: async (settings) => {
			const copy = () => explain('Not all files were copied', () => copyFilesToS3(settings));
			if (settings.DATABASE_URL !== undefined) return copy();
			requireSqlite(settings);
			return whileNobodyServes(settings.DATA_DIR, LOST, copy);
		},
	},
};
