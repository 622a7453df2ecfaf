/**
 * Brings what is queued to bots and webhooks: each conversation's events in order, several conversations at once, never in the way
 * of who caused them. What fails is tried again, later each time; what the server stores is told at least once, and a receiver
 * knows a repetition by the delivery's id.
 */
import { createHmac } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { WebhookDelivery } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { Receiver } from '../store/webhookDeliveries.ts';
import { postJson } from './postJson.ts';

export interface CourierOptions {
	store: Store;
	log: FastifyBaseLogger;
	/** Whether receivers may be on this machine or in its network. */
	mayBePrivate: boolean;
	/** A bot will not hear of this any more. */
	onUnanswered: (delivery: WebhookDelivery) => Promise<void>;
}

export interface Courier {
	/** There is something new. */
	wake(): void;
	/** Resolves when nothing is under way. */
	close(): Promise<void>;
}

/** Milliseconds after the first, second, … attempt that failed; after the last one it is given up. */
const BACK_OFF = [1_000, 5_000, 15_000, 60_000];
/** Milliseconds within which an attempt is over; then whoever made it is gone, and another process may. */
const LEASE = 30_000;
/** Milliseconds until the next look where nobody says that there is something new: another process may have ended early. */
const PAUSE_MAX = 10_000;
/** Attempts under way at one receiver: a slow one keeps no other waiting. */
const AT_ONCE = 4;

export function createCourier({ store, log, mayBePrivate, onUnanswered }: CourierOptions): Courier {
	const underWay = new Map<Promise<void>, WebhookDelivery>();
	let looking: Promise<void> | undefined;
	let isWoken = false;
	let isClosed = false;
	let timer: ReturnType<typeof setTimeout> | undefined;

	function wake(): void {
		isWoken = true;
		if (isClosed) return;
		looking ??= look().finally(() => {
			looking = undefined;
			if (isWoken) wake();
		});
	}

	async function look(): Promise<void> {
		clearTimeout(timer);
		let pause = PAUSE_MAX;
		let now = Date.now();
		try {
			while (isWoken && !isClosed) {
				isWoken = false;
				now = Date.now();
				const due = await store.webhookDeliveries.listDue(now, busyReceivers(), AT_ONCE);
				for (const delivery of due) {
					if (!isFree(delivery) || !(await store.webhookDeliveries.claim(delivery, Date.now() + LEASE))) continue;
					begin({ ...delivery, attempts: delivery.attempts + 1 });
					isWoken = true;
				}
			}
			const next = await store.webhookDeliveries.nextDueAt();
			// What was due and did not go waits for an attempt under way, whose end wakes us; what has become due since then waits for nobody.
			if (next !== undefined && next > now) pause = Math.min(Math.max(next - Date.now(), 0), PAUSE_MAX);
		} catch (error) {
			log.error({ err: error }, 'webhooks not looked after');
		}
		if (!isClosed) timer = setTimeout(wake, pause).unref();
	}

	function begin(delivery: WebhookDelivery): void {
		const attempt = bring(delivery)
			// Its lease ends, and it is tried again.
			.catch((error: unknown) => log.error({ err: error }, 'webhook not brought'))
			.finally(() => {
				underWay.delete(attempt);
				wake();
			});
		underWay.set(attempt, delivery);
	}

	async function bring(delivery: WebhookDelivery): Promise<void> {
		const { id, event, payload, attempts } = delivery;
		const receiver = await findReceiver(delivery);
		if (!receiver) return store.webhookDeliveries.delete(id);
		const timestamp = String(Math.floor(Date.now() / 1000));
		const signature = createHmac('sha256', receiver.secret).update(`${timestamp}.${payload}`).digest('hex');
		const outcome = await postJson(
			new URL(receiver.url),
			{
				'X-Live-Chat-Delivery': String(id),
				'X-Live-Chat-Timestamp': timestamp,
				'X-Live-Chat-Signature': `sha256=${signature}`,
			},
			payload,
			mayBePrivate,
		);
		if (outcome.kind === 'delivered') return store.webhookDeliveries.delete(id);
		const { receiver_type, receiver_id } = delivery;
		// Not the address: it may hold a secret.
		log.warn({ receiver: `${receiver_type} ${receiver_id}`, event, attempts, why: outcome.why }, 'webhook not taken');
		const pause = outcome.kind === 'failed' ? BACK_OFF[attempts - 1] : undefined;
		if (pause !== undefined) return store.webhookDeliveries.update(id, { due_at: Date.now() + pause });
		// Whoever ends between the two is repeated when the lease is over, and taking over twice changes nothing.
		if (receiver_type === 'bot') await onUnanswered(delivery);
		await store.webhookDeliveries.delete(id);
	}

	async function findReceiver({ receiver_type, receiver_id }: Receiver) {
		if (receiver_type === 'webhook') return store.webhooks.find(receiver_id);
		const [bot] = await store.bots.listByIds([receiver_id]);
		return bot?.outgoing_url ? { url: bot.outgoing_url, secret: bot.access_token } : undefined;
	}

	function isFree({ receiver_type, receiver_id }: Receiver): boolean {
		const same = [...underWay.values()].filter(
			(other) => other.receiver_type === receiver_type && other.receiver_id === receiver_id,
		);
		return same.length < AT_ONCE;
	}

	function busyReceivers(): Receiver[] {
		return [...underWay.values()].filter((delivery) => !isFree(delivery));
	}

	return {
		wake,
		async close() {
			isClosed = true;
			clearTimeout(timer);
			await looking;
			await Promise.all(underWay.keys());
		},
	};
}
