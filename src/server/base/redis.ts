/** Connections to Redis, which several processes of one installation share. */
import { once } from 'node:events';
import { Redis } from 'ioredis';

export interface RedisOptions {
	url: string;
	/** The prefix of every name: installations that share one Redis have different ones. */
	prefix: string;
	onError: (error: Error) => void;
}

export interface RedisConnections {
	/**
	 * For presence and limits. Commands fail at once while Redis is away, and soon while it hangs,
	 * since a hint is not worth waiting for.
	 */
	commands: Redis;
	/** For events to other processes. Commands wait until Redis is back. */
	writer: Redis;
	/**
	 * For events of other processes, which it waits for. Commands fail while Redis is away or
	 * hangs.
	 */
	reader: Redis;
	/** The prefix for the names of events; `commands` adds it by itself. */
	prefix: string;
	close(): void;
}

/**
 * Milliseconds for a command. If Redis takes longer, it hangs, and the hint is not worth the wait.
 */
const HINT_TIMEOUT = 250;
/**
 * A connection without an answer for this many milliseconds is closed, so that commands do not pile
 * up behind it.
 */
const SILENCE_MAX = 2_000;

/** Rejects when Redis does not answer at the start; later it may come and go. */
export async function connectRedis({ url, prefix, onError }: RedisOptions): Promise<RedisConnections> {
	const probe = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
	let reason: Error | undefined;
	probe.on('error', (error) => (reason = error));
	await probe.connect().catch((error: unknown) => {
		throw reason ?? error;
	});
	probe.disconnect();

	const connecting = { connectTimeout: SILENCE_MAX, socketTimeout: SILENCE_MAX };
	const failing = { ...connecting, enableOfflineQueue: false, maxRetriesPerRequest: 0 };
	const commands = new Redis(url, { ...failing, keyPrefix: `${prefix}:`, commandTimeout: HINT_TIMEOUT });
	const writer = new Redis(url, { ...connecting, maxRetriesPerRequest: null });
	const reader = new Redis(url, failing);
	const connections = [commands, writer, reader];
	for (const connection of connections) connection.on('error', onError);
	await Promise.all([commands, reader].map((connection) => once(connection, 'ready')));
	return {
		commands,
		writer,
		reader,
		prefix,
		close() {
			for (const connection of connections) connection.disconnect();
		},
	};
}
