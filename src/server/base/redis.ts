/** Connections to Redis, which several processes of one installation share. */
import { Redis } from 'ioredis';

export interface RedisOptions {
	url: string;
	/** Before every name: installations that share one Redis have different ones. */
	prefix: string;
	onError: (error: Error) => void;
}

export interface RedisConnections {
	/** For presence and limits: fails at once while Redis is away, and soon while it hangs, so that nobody waits for a hint. */
	commands: Redis;
	/** For events between processes: waits until Redis is back. */
	events: Redis;
	/** Of the names that events have; those of commands have it already. */
	prefix: string;
	close(): void;
}

/** Milliseconds for a command. A Redis that takes longer hangs, and what it would have said is not worth the wait. */
const HINT_TIMEOUT = 250;
/** Milliseconds without an answer after which a connection is given up, so that nothing piles up behind it. */
const SILENCE_MAX = 2_000;
/** The same where reading waits 5 seconds for an event (`blockTimeInMs` of Socket.IO's adapter). */
const EVENTS_SILENCE_MAX = 10_000;

/** Rejects when Redis does not answer now; later it may come and go. */
export async function connectRedis({ url, prefix, onError }: RedisOptions): Promise<RedisConnections> {
	const probe = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
	let reason: Error | undefined;
	probe.on('error', (error) => (reason = error));
	await probe.connect().catch((error: unknown) => {
		throw reason ?? error;
	});
	probe.disconnect();

	const commands = new Redis(url, {
		keyPrefix: `${prefix}:`,
		enableOfflineQueue: false,
		maxRetriesPerRequest: 0,
		commandTimeout: HINT_TIMEOUT,
		connectTimeout: SILENCE_MAX,
		socketTimeout: SILENCE_MAX,
	});
	const events = new Redis(url, {
		maxRetriesPerRequest: null,
		connectTimeout: SILENCE_MAX,
		socketTimeout: EVENTS_SILENCE_MAX,
	});
	commands.on('error', onError);
	events.on('error', onError);
	await new Promise<void>((resolve) => commands.once('ready', resolve));
	return {
		commands,
		events,
		prefix,
		close() {
			commands.disconnect();
			events.disconnect();
		},
	};
}
