/**
 * Events between the processes of one installation: one stream in Redis, which all of them write to and read. Each reads on from
 * where it was, so that nothing is lost while Redis hangs or is away; where something may be lost all the same, a process is told
 * so (`onGap`), since the database knows what its clients missed.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { RedisConnections } from '../base/redis.ts';
import type { Delivery } from '../events/broadcaster.ts';

export interface EventStream {
	/** Tells every other process, as soon as Redis takes it. */
	publish(delivery: Delivery): void;
	close(): void;
}

export interface EventStreamListeners {
	/** Another process has published this. Each is heard once, those of one process in their order. */
	hear: (delivery: Delivery) => void;
	/** What other processes have published may be lost. What they publish from now on is heard. */
	onGap: () => void;
}

export interface EventStreamOptions {
	redis: Pick<RedisConnections, 'writer' | 'reader' | 'prefix'>;
	/** Characters of events that wait for a Redis that is away or hangs. What comes then is dropped, and the others are told that. */
	waitingMax?: number;
}

const WAITING_MAX = 16_000_000;
/** Events that stay in Redis for a process that is slow to read them. */
const KEPT = 1_000;
/** Events that one look reads; fewer than are kept, so that whoever is behind by more than these gets so many. */
const READ_AT_ONCE = 100;
/** Milliseconds that one look waits for an event. */
const BLOCK = 1_000;
/** Milliseconds until something that failed is tried again. */
const RETRY = 250;
/** Processes whose last number is remembered. */
const PROCESSES_MAX = 1_000;

/** Instead of an event: its process had to drop some, or has just begun. */
const DROPPED = 'dropped';
const BEGUN = 'begun';

/** Resolves when it is open: what others publish from then on is heard. */
export async function openEventStream(
	{ redis, waitingMax = WAITING_MAX }: EventStreamOptions,
	{ hear, onGap }: EventStreamListeners,
): Promise<EventStream> {
	const { writer, reader } = redis;
	const name = `${redis.prefix}:events`;
	const self = randomUUID();
	/** By process: the number of its last event that was heard. Redis may store one twice, where its answer got lost. */
	const heard = new LRUCache<string, number>({ max: PROCESSES_MAX });
	let number = 0;
	let waiting = 0;
	let hasDropped = false;
	let isClosed = false;

	const add = (connection: typeof writer, text: string) =>
		connection.xadd(name, 'MAXLEN', '~', KEPT, '*', 'process', self, 'number', ++number, 'event', text);

	function write(text: string): void {
		waiting += text.length;
		void add(writer, text)
			.catch(drop)
			.finally(() => (waiting -= text.length));
	}

	function drop(): void {
		if (hasDropped || isClosed) return;
		hasDropped = true;
		void confess();
	}

	/** Tells the others that some were dropped, once there is room again. */
	async function confess(): Promise<void> {
		do await pause(RETRY, undefined, { ref: false });
		while (waiting > waitingMax / 2);
		hasDropped = false;
		if (!isClosed) write(DROPPED);
	}

	/** The place in the stream from which reading goes on: an entry of our own, so that its absence shows a loss. */
	const begin = async () => (await add(reader, BEGUN)) ?? '';

	/** Redis drops the oldest first: while this entry is there, so is all that came after it. */
	const isKept = async (id: string) => (await reader.xrange(name, id, id)).length > 0;

	function receive(fields: readonly string[]): void {
		const entry = new Map(fields.flatMap((field, index) => (index % 2 ? [] : [[field, fields[index + 1] ?? '']])));
		const [process, text] = [entry.get('process') ?? '', entry.get('event') ?? ''];
		const count = Number(entry.get('number'));
		if (process === self || count <= (heard.get(process) ?? 0)) return;
		heard.set(process, count);
		if (text === DROPPED) onGap();
		else if (text !== BEGUN) hear(JSON.parse(text) as Delivery);
	}

	async function read(begun: string): Promise<void> {
		let last = begun;
		let isContinuous = true;
		while (!isClosed) {
			try {
				if (!isContinuous && !(await isKept(last))) {
					last = await begin();
					onGap();
				}
				isContinuous = true;
				const streams = await reader.xread('COUNT', READ_AT_ONCE, 'BLOCK', BLOCK, 'STREAMS', name, last);
				const entries = streams?.[0]?.[1] ?? [];
				// Whoever is that far behind may have been left behind.
				if (entries.length === READ_AT_ONCE && !(await isKept(last))) onGap();
				for (const [id, fields] of entries) {
					last = id;
					receive(fields);
				}
			} catch {
				isContinuous = false;
				await pause(RETRY, undefined, { ref: false });
			}
		}
	}

	void read(await begin());
	return {
		publish(delivery) {
			const text = JSON.stringify(delivery);
			if (waiting + text.length > waitingMax) drop();
			else write(text);
		},
		close() {
			isClosed = true;
		},
	};
}
