/**
 * Sends queued deliveries to bots, webhooks, the mail server and the push services of agents'
 * devices: in order within one conversation, several conversations at a time, and without delaying
 * the request that caused them. A delivery that fails is repeated for a day, at growing intervals;
 * one that is stored is delivered at least once, and a bot or webhook recognises a repetition by
 * its id. A failing receiver gets one attempt at a time, so that it does not delay others. Several
 * processes share one queue: the one that claims a delivery has it for the length of its lease.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { DAY, HOUR, MINUTE } from '#protocol/base/duration.ts';
import { FAILING_AFTER, keyOf, WAITING_MAX, type Receiver } from '../store/receivers/deliveries.ts';
import type { DeliveryRow } from '../store/tables/schema.ts';
import type { Store } from '../store/store.ts';
import type { Outcome } from './outcome.ts';

export interface DeliveryWorkerOptions {
	store: Pick<Store, 'deliveries'>;
	log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
	/**
	 * Makes one attempt, within `LEASE`; undefined when the receiver has been deleted, or the mail
	 * is no longer wanted. Does not reject for faults of the receiver.
	 */
	deliver: (delivery: DeliveryRow) => Promise<Outcome | undefined>;
	/** Called when a delivery was given up, with what the last attempt ended in. */
	onGivenUp: (delivery: DeliveryRow, outcome: Outcome) => Promise<void>;
	/** Called after each attempt, and when a delivery was given up after it. */
	onOutcome?: (receiver: Receiver, outcome: Outcome['kind'] | 'given_up') => void;
	/** Milliseconds after the first, second, … failed attempt; the last one repeats. */
	backOff?: readonly number[];
	/** Milliseconds for which a failing delivery is repeated. */
	patience?: number;
	/** Number of deliveries that may wait for a failing receiver. */
	waitingMax?: number;
	/** Factor on all pauses. */
	pace?: number;
}

export interface DeliveryWorker {
	/** There is a new delivery. */
	wake(): void;
	/** Resolves when no attempt is under way, or a slow receiver was waited for long enough. */
	close(): Promise<void>;
}

const SECOND = 1_000;

const BACK_OFF: readonly number[] = [
	SECOND,
	5 * SECOND,
	15 * SECOND,
	MINUTE,
	5 * MINUTE,
	15 * MINUTE,
	30 * MINUTE,
	HOUR,
];
const PATIENCE = DAY;
/**
 * Milliseconds after which the process of an attempt counts as gone, and another process may try.
 */
const LEASE = { bot: 30 * SECOND, webhook: 30 * SECOND, mail: 5 * MINUTE, push: 30 * SECOND };
/**
 * Milliseconds until the next round without being woken, in case another process has ended before
 * it could send.
 */
const PAUSE_MAX = 10 * SECOND;
/**
 * Milliseconds that are more than any pause or lease, and than the day that mails beyond a
 * mailbox's limit wait: what is due later was written by a clock that was ahead.
 */
const AHEAD_MAX = 25 * HOUR;
/** Attempts under way at one receiver, so that a slow one does not delay others. */
const AT_ONCE = 4;
/**
 * Milliseconds for which a receiver counts as accepting once that was written; another process may
 * have found that it fails.
 */
const ACCEPTING_NOTED = 10 * SECOND;
/**
 * Milliseconds to wait for attempts under way; those that take longer are repeated once their lease
 * is over.
 */
const CLOSE_WITHIN = 6 * SECOND;

/** Milliseconds of a monotonic clock. */
const elapsed = () => performance.now();

/**
 * Failures since the last success, and at which `elapsed` the next attempt may be made once there
 * are too many.
 */
interface Trouble {
	failures: number;
	until: number;
}

export function createDeliveryWorker({
	store: { deliveries },
	log,
	deliver,
	onGivenUp,
	onOutcome = () => {},
	backOff = BACK_OFF,
	patience = PATIENCE,
	waitingMax = WAITING_MAX,
	pace = 1,
}: DeliveryWorkerOptions): DeliveryWorker {
	const underWay = new Map<Promise<void>, Receiver>();
	const troubles = new Map<string, Trouble & { receiver: Receiver }>();
	/** When it was last written that a receiver accepts what this process sends. */
	const accepting = new Map<string, number>();
	let running: Promise<void> | undefined;
	let isWoken = false;
	let isClosed = false;
	let timer: ReturnType<typeof setTimeout> | undefined;
	/** When, by `elapsed`, it is looked again for what a clock that was ahead has put off. */
	let lookAheadAt = 0;

	function wake(): void {
		isWoken = true;
		if (isClosed) return;
		running ??= sendDue().finally(() => {
			running = undefined;
			if (isWoken) wake();
		});
	}

	async function sendDue(): Promise<void> {
		clearTimeout(timer);
		let next = Date.now() + PAUSE_MAX * pace;
		let now = Date.now();
		let busy: readonly Receiver[] = [];
		try {
			while (isWoken && !isClosed) {
				isWoken = false;
				now = Date.now();
				busy = listBusy();
				for (const delivery of await deliveries.listDue(now, busy, AT_ONCE)) {
					if (isBusy(delivery) || !(await deliveries.claim(delivery, Date.now() + LEASE[delivery.receiver_type])))
						continue;
					begin({ ...delivery, attempts: delivery.attempts + 1 });
					isWoken = true;
				}
			}
			// Not at each wake: clocks are seldom put right.
			if (elapsed() >= lookAheadAt) {
				await deliveries.bringForward(now + AHEAD_MAX, now);
				lookAheadAt = elapsed() + PAUSE_MAX * pace;
			}
			// Deliveries that are due and were not sent wait for an attempt under way, whose end
			// wakes the delivery worker, or for a failing receiver.
			next = Math.min(next, (await deliveries.nextDueAt(now)) ?? next);
			for (const receiver of busy) {
				const trouble = troubles.get(keyOf(receiver));
				// Its pause may have ended since the round that left it out.
				if (trouble && trouble.failures >= FAILING_AFTER) next = Math.min(next, Date.now() + trouble.until - elapsed());
			}
		} catch (error) {
			log.error({ err: error }, 'due deliveries not sent');
		}
		if (!isClosed) timer = setTimeout(wake, Math.max(next - Date.now(), 0)).unref();
	}

	function begin(delivery: DeliveryRow): void {
		const attempt = makeAttempt(delivery)
			// Its lease ends, and it is tried again.
			.catch((error: unknown) => log.error({ err: error, delivery: delivery.id }, 'delivery attempt failed'))
			.finally(() => {
				underWay.delete(attempt);
				wake();
			});
		underWay.set(attempt, delivery);
	}

	async function makeAttempt(delivery: DeliveryRow): Promise<void> {
		const { id, event, attempts, created_at } = delivery;
		const key = keyOf(delivery);
		const outcome = await deliver(delivery);
		if (outcome) onOutcome(delivery, outcome.kind);
		if (outcome?.kind === 'delivered') await noteAccepting(delivery);
		if (!outcome || outcome.kind === 'delivered') return deliveries.delete(delivery);
		const { why, logged = why } = outcome;
		// Without the address, which may contain a secret.
		log.warn({ receiver: key, event, delivery: id, attempts, why: logged }, 'delivery not taken');
		const now = Date.now();
		if (outcome.kind === 'refused') return giveUp(delivery, outcome, why, now);
		const failures = outcome.isDeferred ? 0 : (troubles.get(key)?.failures ?? 0) + 1;
		if (failures === 0) troubles.delete(key);
		else troubles.set(key, { receiver: delivery, failures, until: elapsed() + delayAfter(failures) });
		if (failures >= FAILING_AFTER) await deliveries.giveUpBeyond(delivery, waitingMax, why, now);
		if (created_at + patience > now) {
			const isReceiverFailing = failures >= FAILING_AFTER;
			return deliveries.postpone(delivery, now + delayAfter(attempts), { failure: why, isReceiverFailing });
		}
		await giveUp(delivery, outcome, why, now);
		// Otherwise each of those behind it would have to fail once more, one at a time.
		if (failures >= FAILING_AFTER) await deliveries.giveUpBefore(delivery, now - patience, why, now);
	}

	async function noteAccepting(receiver: Receiver): Promise<void> {
		const key = keyOf(receiver);
		const now = Date.now();
		const isNoted = !troubles.delete(key) && Math.abs(now - (accepting.get(key) ?? 0)) < ACCEPTING_NOTED * pace;
		if (isNoted) return;
		await deliveries.noteAccepting(receiver);
		accepting.set(key, now);
	}

	async function giveUp(delivery: DeliveryRow, outcome: Outcome, why: string, now: number): Promise<void> {
		log.error({ receiver: keyOf(delivery), event: delivery.event, delivery: delivery.id }, 'delivery given up');
		// If the process ends between the two, another takes the delivery over when the lease ends.
		await onGivenUp(delivery, outcome);
		await deliveries.giveUp(delivery, why, now);
		onOutcome(delivery, 'given_up');
	}

	function delayAfter(failures: number): number {
		const delay = backOff[Math.min(failures, backOff.length) - 1] ?? 0;
		// A random factor spreads the attempts after a receiver was away for all of them.
		return Math.round(delay * pace * (0.75 + Math.random() / 2));
	}

	function isBusy(receiver: Receiver): boolean {
		const key = keyOf(receiver);
		const count = [...underWay.values()].filter((other) => keyOf(other) === key).length;
		const trouble = troubles.get(key);
		if (!trouble || trouble.failures < FAILING_AFTER) return count >= AT_ONCE;
		return count > 0 || trouble.until > elapsed();
	}

	function listBusy(): Receiver[] {
		const known = new Map([...underWay.values()].map((receiver) => [keyOf(receiver), receiver]));
		for (const [key, { receiver }] of troubles) known.set(key, receiver);
		return [...known.values()].filter((receiver) => isBusy(receiver));
	}

	return {
		wake,
		async close() {
			isClosed = true;
			clearTimeout(timer);
			await running;
			await Promise.race([Promise.all(underWay.keys()), pause(CLOSE_WITHIN, undefined, { ref: false })]);
		},
	};
}
