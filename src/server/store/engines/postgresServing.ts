/**
 * Which servers use a PostgreSQL database. Without Redis only one can, since visitors and agents of
 * another would not hear of its changes; with Redis each has to accept what the others sign. So
 * each holds locks that say what it is, as long as it lives.
 */
import { createHash } from 'node:crypto';
import pg from 'pg';
import type { SecretKeys } from '../../base/secretKey.ts';
import { SettingError } from '../../base/settings.ts';

export interface Server {
	/** Whether it shares events with others, through Redis. */
	hasRedis: boolean;
	secretKeys: SecretKeys;
}

/**
 * What the locks of a server say of it. The hashes tell keys apart, and are too short to tell what
 * they are.
 */
export interface ServingServer {
	hasRedis: boolean;
	/** Of the key that signs. */
	signs: number;
	/** Of all keys whose signatures it accepts. */
	accepts: readonly number[];
}

export interface ClaimOptions extends Server {
	databaseUrl: string;
	/** Milliseconds to wait for a connection. */
	connectTimeout: number;
	/**
	 * Told once when the claim is lost, and once of each reason for which it cannot be taken again.
	 */
	onTrouble: (says: string) => void;
}

/** The first numbers of our locks; the second one is 0, or the hash of a key. */
const SERVING = 1_279_478_851;
const SIGNS = 1_279_478_852;
const ACCEPTS = 1_279_478_853;

/** Milliseconds that a former server may take to end. */
const PATIENCE = 2_000;
const RETRY_PAUSE = 1_000;

const LOCK_TIMED_OUT = '55P03';

/**
 * Claims the database for as long as the process lives, however it ends. Resolves with what gives
 * the claim up; rejects with a SettingError where another server uses the database in a way that
 * does not go together with this one.
 */
export async function claimDatabase(options: ClaimOptions): Promise<() => Promise<void>> {
	let isGivenUp = false;
	let client = await take(options);
	const keep = (): void => {
		let isLost = false;
		const lose = () => {
			if (isGivenUp || isLost) return;
			isLost = true;
			options.onTrouble('the lock that keeps other servers off the database is lost, and is taken again');
			void takeAgain();
		};
		client.once('error', lose).once('end', lose);
	};
	const takeAgain = async (): Promise<void> => {
		for (let before = ''; !isGivenUp;) {
			await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE).unref());
			try {
				client = await take(options);
				if (isGivenUp) await client.end();
				else keep();
				return;
			} catch (error) {
				// A database that is away is told of elsewhere.
				if (!(error instanceof SettingError) || error.message === before) continue;
				before = error.message;
				options.onTrouble(before);
			}
		}
	};
	keep();
	return async () => {
		isGivenUp = true;
		await client.end();
	};
}

/** The servers that use the database. */
export async function listServing(databaseUrl: string, connectTimeout: number): Promise<ServingServer[]> {
	const client = new pg.Client({
		connectionString: databaseUrl,
		connectionTimeoutMillis: connectTimeout,
		query_timeout: connectTimeout,
	});
	try {
		await client.connect();
		return await readServers(client);
	} finally {
		await client.end().catch(() => undefined);
	}
}

/** Why a server cannot serve beside another; undefined where it can. */
export function describeConflict({ hasRedis, secretKeys }: Server, other: ServingServer): string | undefined {
	if (!hasRedis && other.hasRedis)
		return 'Servers with a REDIS_URL use this database, and this one has none: set the same REDIS_URL and SECRET_KEY for all';
	if (hasRedis && !other.hasRedis)
		return 'A server without a REDIS_URL uses this database: stop it, or set the same REDIS_URL and SECRET_KEY for all';
	const [signs = 0, ...former] = secretKeys.map(hashOf);
	if ([signs, ...former].includes(other.signs) && other.accepts.includes(signs)) return undefined;
	return 'A server with another SECRET_KEY uses this database, and either would refuse what the other signs: set the same SECRET_KEY for all, or first name the new one in SECRET_KEY_PREVIOUS of all';
}

async function take({ databaseUrl, connectTimeout, hasRedis, secretKeys }: ClaimOptions): Promise<pg.Client> {
	const client = new pg.Client({
		connectionString: databaseUrl,
		connectionTimeoutMillis: connectTimeout,
		keepAlive: true,
	});
	// A connection that is lost fails the next query, too.
	client.on('error', () => undefined);
	try {
		await client.connect();
		// Locks of a transaction hold behind a pooler, too. One that has read and written nothing
		// keeps no row from VACUUM.
		await client.query('begin');
		await client.query(
			`select set_config(name, '0', true) from pg_settings
			where name in ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`,
		);
		// The database has to notice that this machine is gone before another takes its place.
		await client.query(`
			set local tcp_keepalives_idle = 5;
			set local tcp_keepalives_interval = 2;
			set local tcp_keepalives_count = 3;
			set local lock_timeout = ${PATIENCE}`);
		await client.query(`select pg_advisory_xact_lock${hasRedis ? '_shared' : ''}(${SERVING}, 0)`);
		for (const [index, key] of secretKeys.entries()) {
			await client.query(`select pg_advisory_xact_lock_shared(${index === 0 ? SIGNS : ACCEPTS}, ${hashOf(key)})`);
		}
		// After our own locks are there: of two that start at the same moment, one at least sees
		// the other.
		for (const other of await readServers(client)) {
			const conflict = describeConflict({ hasRedis, secretKeys }, other);
			if (conflict !== undefined) throw new SettingError(conflict);
		}
		return client;
	} catch (error) {
		await client.end().catch(() => undefined);
		if (!(error instanceof Error && 'code' in error && error.code === LOCK_TIMED_OUT)) throw error;
		throw new SettingError(
			hasRedis
				? 'A server without a REDIS_URL uses this database: stop it, or set the same REDIS_URL and SECRET_KEY for all'
				: 'Another server uses this database, which only those with a REDIS_URL can share: stop it, or set the same REDIS_URL and SECRET_KEY for all',
		);
	}
}

/** All but the one that asks. */
async function readServers(client: pg.Client): Promise<ServingServer[]> {
	const { rows } = await client.query<{ pid: number; mode: string; about: number; hash: number }>(
		`select pid, mode, classid::bigint::int as about, objid::bigint::int as hash from pg_locks
		where locktype = 'advisory' and granted and pid <> pg_backend_pid()
		and database = (select oid from pg_database where datname = current_database())
		and classid in (${SERVING}, ${SIGNS}, ${ACCEPTS})`,
	);
	return rows
		.filter(({ about }) => about === SERVING)
		.map(({ pid, mode }) => {
			const hashes = (of: number) => rows.filter((row) => row.pid === pid && row.about === of).map(({ hash }) => hash);
			const [signs = 0] = hashes(SIGNS);
			return { hasRedis: mode === 'ShareLock', signs, accepts: [signs, ...hashes(ACCEPTS)] };
		});
}

function hashOf(key: string): number {
	return createHash('sha256').update(`serving ${key}`).digest().readUInt32BE() >>> 1;
}
