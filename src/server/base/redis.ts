/** Connections to Redis, which several processes of one installation share. */
import { Redis } from 'ioredis';

export interface RedisConnections {
	/** For presence and rate limits: fails at once while Redis is away, so that nobody waits for a hint. */
	commands: Redis;
	/** For events between processes: waits until Redis is back. */
	events: Redis;
	close(): void;
}

/** Rejects when Redis does not answer now; later it may come and go. */
export async function connectRedis(url: string, onError: (error: Error) => void): Promise<RedisConnections> {
	const probe = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
	let reason: Error | undefined;
	probe.on('error', (error) => (reason = error));
	await probe.connect().catch((error: unknown) => {
		throw reason ?? error;
	});
	probe.disconnect();

	const commands = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0 });
	const events = new Redis(url, { maxRetriesPerRequest: null });
	commands.on('error', onError);
	events.on('error', onError);
	await new Promise<void>((resolve) => commands.once('ready', resolve));
	return {
		commands,
		events,
		close() {
			commands.disconnect();
			events.disconnect();
		},
	};
}
