/**
 * One attempt at a delivery to its receiver: a bot, a webhook (docs/application-api.md, Webhooks),
 * the mail server, or the push service of an agent's device.
 */
import { createHmac } from 'node:crypto';
import type { Mail } from '../mail/mail.ts';
import { MailError } from '../mail/mailError.ts';
import { codesOf } from '../mail/servers/mailTrouble.ts';
import type { Mailer } from '../mail/mailer.ts';
import { pushRequest, type PushNotification } from '../push/pushNotification.ts';
import type { ReadPushKeys } from '../push/pushKeys.ts';
import type { DeliveryRow } from '../store/tables/schema.ts';
import type { Store } from '../store/store.ts';
import type { Outcome } from './outcome.ts';
import { post } from './post.ts';

export interface DeliverOptions {
	store: Pick<Store, 'bots' | 'webhooks' | 'pushSubscriptions'>;
	mailer: Pick<Mailer, 'send'>;
	/** See `drawReply`. */
	drawReply: (delivery: DeliveryRow) => Promise<Mail | 'unfinished' | undefined>;
	readPushKeys: ReadPushKeys;
	/** Who push services may turn to: an address of https or mailto. */
	pushSubject: string;
	/**
	 * Whether bots, webhooks and push services may have addresses on this machine or in its
	 * network.
	 */
	mayBePrivate: boolean;
}

/** Undefined when the receiver has been deleted, or the mail or notification has expired. */
export async function deliver(options: DeliverOptions, delivery: DeliveryRow): Promise<Outcome | undefined> {
	if (delivery.receiver_type === 'mail') {
		const mail =
			delivery.event === 'reply' ? await options.drawReply(delivery) : (JSON.parse(delivery.payload) as Mail);
		if (mail === 'unfinished') return { kind: 'failed', why: 'the message is being written', isDeferred: true };
		return mail && send(options.mailer, mail);
	}
	if (delivery.receiver_type === 'push') return push(options, delivery);
	const receiver = await findReceiver(options.store, delivery);
	return receiver && postEvent(receiver, delivery, options.mayBePrivate);
}

async function send(mailer: Pick<Mailer, 'send'>, mail: Mail): Promise<Outcome | undefined> {
	if (mail.expiresAt !== undefined && mail.expiresAt < Date.now()) return undefined;
	try {
		await mailer.send(mail);
		return { kind: 'delivered' };
	} catch (error) {
		if (!(error instanceof MailError)) throw error;
		const { cause } = error;
		const why = cause instanceof Error ? `${error.code}: ${cause.message}` : error.code;
		const logged = [error.code, ...codesOf(cause)].join(' ');
		if (error.code === 'UNAVAILABLE' || error.code === 'DEFERRED')
			return { kind: 'failed', why, logged, isDeferred: error.code === 'DEFERRED' };
		return { kind: 'refused', why, logged, isRecipientUnknown: error.code === 'RECIPIENT_UNKNOWN' };
	}
}

interface Addressee {
	url: string;
	/** Signs the request. */
	secret: string;
}

function postEvent({ url, secret }: Addressee, { id, payload }: DeliveryRow, mayBePrivate: boolean): Promise<Outcome> {
	const timestamp = String(Math.floor(Date.now() / 1000));
	const signature = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
	return post({
		url: new URL(url),
		headers: {
			'Content-Type': 'application/json',
			Accept: 'application/json',
			'X-Live-Chat-Delivery': String(id),
			'X-Live-Chat-Timestamp': timestamp,
			'X-Live-Chat-Signature': `sha256=${signature}`,
		},
		body: payload,
		mayBePrivate,
	});
}

/** A device that its push service does not know any more, or whose key is none, is removed. */
async function push(
	{ store, readPushKeys, pushSubject, mayBePrivate }: DeliverOptions,
	{ receiver_id, payload }: DeliveryRow,
): Promise<Outcome | undefined> {
	const device = await store.pushSubscriptions.find(receiver_id);
	const notification = JSON.parse(payload) as PushNotification;
	if (!device || notification.expiresAt < Date.now()) return undefined;
	const remove = async () => {
		await store.pushSubscriptions.delete(device.user_id, device.id);
		return undefined;
	};
	const keys = await readPushKeys();
	let request: ReturnType<typeof pushRequest>;
	try {
		request = pushRequest(notification, device, keys, pushSubject);
	} catch {
		// The device's key is no point of the curve, so nothing can be encrypted for it.
		return remove();
	}
	let isGone = false;
	const outcome = await post({
		...request,
		mayBePrivate,
		outcomeOf(status) {
			isGone = status === 404 || status === 410;
			return ofPushService(status);
		},
	});
	return isGone ? remove() : outcome;
}

/**
 * Another attempt makes no better what the service calls wrong, unless there were too many (429),
 * or it was too slow (408).
 */
function ofPushService(status: number): Outcome {
	if (status >= 200 && status < 300) return { kind: 'delivered' };
	const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429;
	return { kind: isFinal ? 'refused' : 'failed', why: `status ${status}` };
}

async function findReceiver(
	{ bots, webhooks }: Pick<Store, 'bots' | 'webhooks'>,
	{ receiver_type, receiver_id }: DeliveryRow,
): Promise<Addressee | undefined> {
	if (receiver_type === 'webhook') return webhooks.find(receiver_id);
	const [bot] = await bots.listByIds([receiver_id]);
	return bot?.outgoing_url ? { url: bot.outgoing_url, secret: bot.secret } : undefined;
}
