/** One attempt at a delivery to its receiver: a bot, a webhook (docs/application-api.md, Webhooks) or the mail server. */
import { createHmac } from 'node:crypto';
import type { Mail } from '../mail/mail.ts';
import { MailError } from '../mail/mailError.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { DeliveryRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { Outcome } from './outcome.ts';
import { postJson } from './postJson.ts';

export interface DeliverOptions {
	store: Pick<Store, 'bots' | 'webhooks'>;
	mailer: Pick<Mailer, 'send'>;
	/** Whether bots and webhooks may have addresses on this machine or in its network. */
	mayBePrivate: boolean;
}

/** Undefined when the receiver has been deleted, or the mail has expired. */
export async function deliver(options: DeliverOptions, delivery: DeliveryRow): Promise<Outcome | undefined> {
	if (delivery.receiver_type === 'mail') return send(options.mailer, delivery.payload);
	const receiver = await findReceiver(options.store, delivery);
	return receiver && post(receiver, delivery, options.mayBePrivate);
}

async function send(mailer: Pick<Mailer, 'send'>, payload: string): Promise<Outcome | undefined> {
	const mail = JSON.parse(payload) as Mail;
	if (mail.expiresAt !== undefined && mail.expiresAt < Date.now()) return undefined;
	try {
		await mailer.send(mail);
		return { kind: 'delivered' };
	} catch (error) {
		if (!(error instanceof MailError)) throw error;
		const { cause } = error;
		const why = cause instanceof Error ? `${error.code}: ${cause.message}` : error.code;
		if (error.code === 'UNAVAILABLE') return { kind: 'failed', why };
		return { kind: 'refused', why, isRecipientUnknown: error.code === 'RECIPIENT_UNKNOWN' };
	}
}

interface Addressee {
	url: string;
	/** Signs the request. */
	secret: string;
}

function post({ url, secret }: Addressee, { id, payload }: DeliveryRow, mayBePrivate: boolean): Promise<Outcome> {
	const timestamp = String(Math.floor(Date.now() / 1000));
	const signature = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
	return postJson(
		new URL(url),
		{
			'X-Live-Chat-Delivery': String(id),
			'X-Live-Chat-Timestamp': timestamp,
			'X-Live-Chat-Signature': `sha256=${signature}`,
		},
		payload,
		mayBePrivate,
	);
}

async function findReceiver(
	{ bots, webhooks }: Pick<Store, 'bots' | 'webhooks'>,
	{ receiver_type, receiver_id }: DeliveryRow,
): Promise<Addressee | undefined> {
	if (receiver_type === 'webhook') return webhooks.find(receiver_id);
	const [bot] = await bots.listByIds([receiver_id]);
	return bot?.outgoing_url ? { url: bot.outgoing_url, secret: bot.secret } : undefined;
}
