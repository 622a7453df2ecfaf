/**
 * One push notification: what the queue keeps of it, and the request to the device's push service
 * (RFC 8030, 8291, 8292).
 */
import webPush from 'web-push';
import type { DeskPush } from '#protocol/deskWorker.ts';
import { HOUR } from '#protocol/base/duration.ts';
import type { PushKeys, PushSubscriptionRow } from '../store/tables/schema.ts';

export interface PushNotification extends DeskPush {
	/** Milliseconds since the epoch. After that it is of no use, and is not sent any more. */
	expiresAt: number;
	/** Id of the message that it tells of; absent where it tells of no message. */
	messageId?: number;
}

/** Milliseconds for which a notification is of use. */
export const PUSH_LIFE = 4 * HOUR;

/** Characters of a text: the push services take 4 kB, encrypted. */
export const PUSH_TEXT_MAX = 300;

export interface PushRequest {
	url: URL;
	headers: Record<string, string>;
	body: Buffer;
}

/** @param subject who the push service may turn to: an address of https or mailto */
export function pushRequest(
	{ title, body, tag, url, expiresAt }: PushNotification,
	{ endpoint, p256dh, auth }: Pick<PushSubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>,
	{ public_key, private_key }: Pick<PushKeys, 'public_key' | 'private_key'>,
	subject: string,
): PushRequest {
	const text = JSON.stringify({ title, body, tag, url } satisfies DeskPush);
	const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
		vapidDetails: { subject, publicKey: public_key, privateKey: private_key },
		TTL: Math.max(0, Math.floor((expiresAt - Date.now()) / 1000)),
		urgency: 'high',
		// While the device is away, its service keeps the newest of a conversation.
		topic: tag.replaceAll(/[^\w-]/g, '-').slice(-32),
	});
	return { url: new URL(endpoint), headers: request.headers, body: request.body };
}
