/**
 * A backup: a folder with a copy of the database, the files that it names, the key, and
 * `backup.json`, which says what has to be there.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { describeError } from '../base/describeError.ts';
import { secretKeyFile } from '../base/secretKey.ts';
import { SettingError, type Settings } from '../base/settings.ts';
import { copyFiles, listMissing } from '../files/copyFiles.ts';
import { createFolderStorage } from '../files/folderStorage.ts';
import { createIncoming } from '../files/incoming.ts';
import { openStorage } from '../files/openStorage.ts';
import { openDatabase } from '../openDatabase.ts';
import { compareRows, type Contents, type NamedFile } from '../store/copies/contents.ts';
import { copyPostgres, countPostgresRows, readPostgresCopy, restorePostgres } from '../store/copies/postgresCopy.ts';
import { copySqlite, readSqliteCopy } from '../store/copies/sqliteCopy.ts';
import { sqlitePath } from '../store/engines/sqlite.ts';
import { requireAbsent } from './operation.ts';

const Manifest = v.object({
	format: v.literal(1),
	made_at: v.string(),
	database: v.picklist(['sqlite', 'postgres']),
	rows: v.record(v.string(), v.number()),
	files: v.number(),
	/** Keys of files that rows name, and that were lost before the backup. */
	lost: v.array(v.string()),
	/** Keys of files that were deleted while the backup was made. */
	deleted: v.array(v.string()),
	/**
	 * File of the backup → its SHA-256 in hexadecimal. Files of messages are compared with what
	 * their rows say instead.
	 */
	checksums: v.record(v.string(), v.string()),
});
export type Manifest = v.InferOutput<typeof Manifest>;

const MANIFEST = 'backup.json';
const DATABASE_FILES = { sqlite: 'live-chat.sqlite', postgres: 'live-chat.dump' };
const KEY = 'secret-key';
const FILES = 'files';

/**
 * How often the database is copied at most: again where a file of the last copy was deleted before
 * it was reached.
 */
const ATTEMPTS = 3;

/** Copies everything while the server runs. */
export async function backUp(settings: Settings, folder: string): Promise<Manifest> {
	const { DATA_DIR, DATABASE_URL, S3_URL } = settings;
	const database = DATABASE_URL === undefined ? 'sqlite' : 'postgres';
	if (database === 'sqlite' && !existsSync(sqlitePath(DATA_DIR)))
		throw new SettingError(`There is no database in DATA_DIR, ${DATA_DIR}`);
	await mkdir(join(folder, FILES), { recursive: true, mode: 0o700 });
	if ((await readdir(folder)).length > 1 || (await readdir(join(folder, FILES))).length > 0)
		throw new SettingError(`${folder} is not empty: each backup needs a folder of its own`);

	const copy = join(folder, DATABASE_FILES[database]);
	const from = openStorage(DATA_DIR, S3_URL);
	const to = createFolderStorage(folder);
	const incoming = createIncoming(folder, 0);
	const store = await openDatabase(settings, { mayUpgrade: false });
	let contents: Contents;
	let lost: string[] = [];
	let deleted: string[] = [];
	try {
		for (let attempt = 1; ; attempt++) {
			await rm(copy, { force: true });
			// What copies into it would create it readable by others, and the folder may let them
			// in.
			await writeDurably(copy, '');
			if (DATABASE_URL === undefined) copySqlite(sqlitePath(DATA_DIR), copy);
			else await copyPostgres(DATABASE_URL, copy);
			contents = await readCopy(database, copy);
			const keys = contents.files.map(({ key }) => key);
			const absent = await copyFiles(await listMissing(keys, to), { from, to, incoming });
			[lost, deleted] = [[], []];
			for (const key of absent) ((await store.blobs.findByKey(key)) ? lost : deleted).push(key);
			// Rows of deleted files are deleted as well, so the next copy does not name them, and
			// has few new files to copy.
			if (deleted.length === 0 || attempt === ATTEMPTS) break;
		}
	} finally {
		await store.close();
	}
	await removeUnnamed(contents.files, join(folder, FILES));
	const checksums = { [DATABASE_FILES[database]]: await sha256(copy) };
	if (settings.SECRET_KEY === undefined && existsSync(secretKeyFile(DATA_DIR))) {
		await copyDurably(secretKeyFile(DATA_DIR), join(folder, KEY));
		checksums[KEY] = await sha256(join(folder, KEY));
	}
	const manifest: Manifest = {
		format: 1,
		made_at: new Date().toISOString(),
		database,
		rows: contents.rows,
		files: contents.files.length,
		lost,
		deleted,
		checksums,
	};
	// It comes last: a folder without it is no backup.
	await writeDurably(join(folder, MANIFEST), `${JSON.stringify(manifest, null, '\t')}\n`);
	return manifest;
}

function readCopy(database: Manifest['database'], copy: string): Promise<Contents> | Contents {
	return database === 'sqlite' ? readSqliteCopy(copy) : readPostgresCopy(copy);
}

async function removeUnnamed(files: readonly NamedFile[], folder: string): Promise<void> {
	const named = new Set(files.map(({ key }) => key));
	for (const name of await readdir(folder)) if (!named.has(name)) await rm(join(folder, name), { recursive: true });
}

/** Throws a SettingError where the folder holds no backup. */
export async function readManifest(folder: string): Promise<Manifest> {
	const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
		throw new SettingError(`${folder} holds no complete backup: it has no ${MANIFEST}`);
	});
	const result = v.safeParse(v.pipe(v.string(), v.parseJson(), Manifest), text);
	if (!result.success) throw new SettingError(`${join(folder, MANIFEST)} was not made by this version`);
	return result.output;
}

/** What is wrong with the backup, a line each. */
export async function findFaults(folder: string, manifest: Manifest): Promise<string[]> {
	const faults: string[] = [];
	for (const [name, expected] of Object.entries(manifest.checksums)) {
		const actual = await sha256(join(folder, name)).catch(() => undefined);
		if (actual !== expected) faults.push(actual === undefined ? `${name} is missing` : `${name} has changed`);
	}
	if (faults.length > 0) return faults;
	const absent = new Set([...manifest.lost, ...manifest.deleted]);
	try {
		const { rows, files } = await readCopy(manifest.database, join(folder, DATABASE_FILES[manifest.database]));
		faults.push(...compareRows(manifest.rows, rows));
		for (const file of files) {
			const fault = absent.has(file.key) ? undefined : await findFault(join(folder, FILES), file);
			if (fault !== undefined) faults.push(fault);
		}
	} catch (error) {
		faults.push(`${DATABASE_FILES[manifest.database]} cannot be read: ${describeError(error)}`);
	}
	return faults;
}

async function findFault(folder: string, { key, checksum }: NamedFile): Promise<string | undefined> {
	const actual = await hashOf(join(folder, key), 'md5', 'base64').catch(() => undefined);
	if (actual === undefined) return `${FILES}/${key} is missing`;
	return actual === checksum ? undefined : `${FILES}/${key} has changed`;
}

/** Brings the backup into an installation that has no database yet. */
export async function restoreBackup(
	{ DATA_DIR, DATABASE_URL, S3_URL }: Settings,
	folder: string,
	manifest: Manifest,
): Promise<void> {
	const copy = join(folder, DATABASE_FILES[manifest.database]);
	if (manifest.database === 'sqlite' && DATABASE_URL !== undefined)
		throw new SettingError(
			'The backup is of SQLite: restore it without DATABASE_URL. "npm run admin -- copy-to-postgres" moves it then',
		);
	if (manifest.database === 'postgres' && DATABASE_URL === undefined)
		throw new SettingError('The backup is of PostgreSQL: DATABASE_URL has to name an empty database');
	if (DATABASE_URL === undefined) {
		// SQLite would take what another database has left beside it for changes of the restored
		// one.
		for (const left of ['', '-wal', '-shm', '-journal'])
			requireAbsent(sqlitePath(DATA_DIR) + left, 'a backup is restored into an empty DATA_DIR only');
	} else {
		const [table] = Object.keys(await countPostgresRows(DATABASE_URL));
		if (table !== undefined)
			throw new SettingError(`The database of DATABASE_URL is not empty: it has a table ${table}. Create an empty one`);
	}
	// A restore that failed after it had brought the key can be repeated.
	const key = await sha256(secretKeyFile(DATA_DIR)).catch(() => undefined);
	if (KEY in manifest.checksums && key !== manifest.checksums[KEY])
		requireAbsent(secretKeyFile(DATA_DIR), 'the backup brings the key of its visitors');

	await copyFiles(await readdir(join(folder, FILES)), {
		from: createFolderStorage(folder),
		to: openStorage(DATA_DIR, S3_URL),
		incoming: createIncoming(DATA_DIR, 0),
	});
	if (KEY in manifest.checksums) await copyDurably(join(folder, KEY), secretKeyFile(DATA_DIR));
	if (DATABASE_URL !== undefined) {
		await restorePostgres(copy, DATABASE_URL);
		const [difference] = compareRows(manifest.rows, await countPostgresRows(DATABASE_URL));
		if (difference !== undefined) throw new SettingError(`The restored database differs: ${difference}`);
		return;
	}
	// It appears last and whole, so that a server does not start on half of a restored folder.
	const draft = `${sqlitePath(DATA_DIR)}.restoring`;
	await copyDurably(copy, draft);
	await rename(draft, sqlitePath(DATA_DIR));
}

const hashOf = async (path: string, algorithm: 'md5' | 'sha256', encoding: 'base64' | 'hex'): Promise<string> => {
	const hash = createHash(algorithm);
	await pipeline(createReadStream(path), hash);
	return hash.digest(encoding);
};
const sha256 = (path: string) => hashOf(path, 'sha256', 'hex');

/** What is copied stays readable by the owner alone, and is on the disk when this resolves. */
async function copyDurably(from: string, to: string): Promise<void> {
	// Under its name it is always whole, also where the copying is interrupted and begun again.
	const draft = `${to}.copying`;
	await copyFile(from, draft);
	const file = await open(draft, 'r+');
	try {
		await file.chmod(0o600);
		await file.sync();
	} finally {
		await file.close();
	}
	await rename(draft, to);
}

async function writeDurably(path: string, text: string): Promise<void> {
	const file = await open(path, 'wx', 0o600);
	try {
		await file.writeFile(text);
		await file.sync();
	} finally {
		await file.close();
	}
}
