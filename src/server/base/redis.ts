/** Connections to Redis, which several processes of one installation share. */
import { once } from 'node:events';
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
	/** For events to other processes: waits until Redis is back. */
	writer: Redis;
	/** For events of other processes, which it waits for: fails while Redis is away or hangs. */
	reader: Redis;
	/** Of the names that events have; those of commands have it already. */
	prefix: string;
	close(): void;
}

/** Milliseconds for a command. A Redis that takes longer hangs, and what it would have said is not worth the wait. */
const HINT_TIMEOUT = 250;
/** Milliseconds without an answer after which a connection is given up, so that nothing piles up behind it. */
const SILENCE_MAX = 2_000;

/** Rejects when Redis does not answer now; later it may come and go. */
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
