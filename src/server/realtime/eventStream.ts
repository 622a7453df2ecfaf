/**
 * Events between the processes of one installation: a stream in Redis, which all of them write and
 * read. Each process continues reading where it stopped, so that nothing is lost while Redis hangs
 * or is away. Where events may be lost nevertheless, `onGap` is called, and clients read what they
 * missed from the database.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { RedisConnections } from '../base/redis.ts';
import type { Delivery } from '../events/broadcaster.ts';

export interface EventStream {
	/** Sends events to every other process in one entry, as soon as Redis accepts it. */
	publish(deliveries: readonly Delivery[]): void;
	close(): void;
}

export interface EventStreamListeners {
	/**
	 * Called with an event of another process. Each event arrives once, those of one process in
	 * order.
	 */
	onDelivery: (delivery: Delivery) => void;
	/** Called when events of other processes may be lost. Later ones arrive. */
	onGap: () => void;
}

export interface EventStreamOptions {
	redis: Pick<RedisConnections, 'writer' | 'reader' | 'prefix'>;
	/**
	 * Characters of events that may wait for a Redis that is away or hangs. Further ones are
	 * dropped, and the other processes are told so.
	 */
	waitingMax?: number;
	/**
	 * Milliseconds without Redis after which events count as lost: what waits in a process that
	 * ends in that time is lost.
	 */
	interruptionMax?: number;
}

const WAITING_MAX = 16_000_000;
const INTERRUPTION_MAX = 10_000;
/** Number of entries that stay in Redis for a process that is slow to read them. */
const KEPT = 1_000;
/**
 * Entries per read. It is less than the number kept, so a full read shows that this process is
 * behind.
 */
const READ_AT_ONCE = 100;
/** Milliseconds that one read waits for an event. */
const BLOCK = 1_000;
/** Milliseconds until a failed command is tried again. */
const RETRY = 250;
/** Number of processes whose last entry's number is remembered. */
const PROCESSES_MAX = 1_000;

/** An entry instead of events: its process had to drop some. */
const DROPPED = 'dropped';

/** Resolves when the stream is open: events that others publish from then on arrive. */
export async function openEventStream(
	{ redis, waitingMax = WAITING_MAX, interruptionMax = INTERRUPTION_MAX }: EventStreamOptions,
	{ onDelivery, onGap }: EventStreamListeners,
): Promise<EventStream> {
	const { writer, reader } = redis;
	const name = `${redis.prefix}:events`;
	const self = randomUUID();
	/**
	 * Process → number of its last entry that arrived. Redis may store one twice, where its answer
	 * was lost.
	 */
	const heard = new LRUCache<string, number>({ max: PROCESSES_MAX });
	let number = 0;
	let waiting = 0;
	let hasDropped = false;
	let isClosed = false;

	const add = (connection: typeof writer, entry: Record<string, string | number>) =>
		connection.xadd(name, 'MAXLEN', '~', KEPT, '*', ...Object.entries({ process: self, ...entry }).flat());

	function write(text: string): void {
		waiting += text.length;
		void add(writer, { number: ++number, events: text })
			.catch(drop)
			.finally(() => (waiting -= text.length));
	}

	function drop(): void {
		if (hasDropped || isClosed) return;
		hasDropped = true;
		void confess();
	}

	/** Tells the other processes that events were dropped, once there is room again. */
	async function confess(): Promise<void> {
		do await pause(RETRY, undefined, { ref: false });
		while (waiting > waitingMax / 2);
		hasDropped = false;
		if (!isClosed) write(DROPPED);
	}

	/**
	 * The position from which reading continues: an entry of our own, whose absence shows a loss.
	 */
	const begin = async () => (await add(reader, {})) ?? '';

	/**
	 * Redis drops the oldest entries first: as long as this one is there, so are all later ones.
	 */
	const isKept = async (id: string) => (await reader.xrange(name, id, id)).length > 0;

	function receive(fields: readonly string[]): void {
		const entry = new Map(fields.flatMap((field, index) => (index % 2 ? [] : [[field, fields[index + 1] ?? '']])));
		const [process = '', text] = [entry.get('process'), entry.get('events')];
		const count = Number(entry.get('number'));
		if (text === undefined || process === self || count <= (heard.get(process) ?? 0)) return;
		heard.set(process, count);
		if (text === DROPPED) onGap();
		else for (const delivery of JSON.parse(text) as Delivery[]) onDelivery(delivery);
	}

	async function read(begun: string): Promise<void> {
		let last = begun;
		let isContinuous = true;
		let readAt = performance.now();
		while (!isClosed) {
			try {
				if (!isContinuous) {
					const wasKept = await isKept(last);
					if (!wasKept) last = await begin();
					if (!wasKept || performance.now() - readAt > interruptionMax) onGap();
				}
				isContinuous = true;
				const streams = await reader.xread('COUNT', READ_AT_ONCE, 'BLOCK', BLOCK, 'STREAMS', name, last);
				readAt = performance.now();
				const entries = streams?.[0]?.[1] ?? [];
				// After a full read this process is behind, and entries may have been dropped
				// before they were read.
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
		publish(deliveries) {
			if (deliveries.length === 0) return;
			const text = JSON.stringify(deliveries);
			if (waiting + text.length > waitingMax) drop();
			else write(text);
		},
		close() {
			isClosed = true;
		},
	};
}
