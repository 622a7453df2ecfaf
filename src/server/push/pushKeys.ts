/**
 * The server's keys for push notifications (VAPID, RFC 8292). A browser's subscription is bound to
 * the public one for as long as it exists, and nothing tells the browser of another. So they are
 * kept in the database: they outlast `SECRET_KEY`, which operators replace, and all processes have
 * the same ones.
 */
import webPush from 'web-push';
import type { Repositories } from '../store/repositories.ts';
import type { PushKeys } from '../store/tables/schema.ts';

export type ReadPushKeys = () => Promise<PushKeys>;

/** They are made when they are needed first. */
export function createPushKeys(store: Repositories['pushSubscriptions']): ReadPushKeys {
	let known: PushKeys | undefined;
	return async () => {
		known ??= (await store.findKeys()) ?? (await makeKeys(store));
		return known;
	};
}

async function makeKeys(store: Repositories['pushSubscriptions']): Promise<PushKeys> {
	const { publicKey, privateKey } = webPush.generateVAPIDKeys();
	await store.insertKeys({ public_key: publicKey, private_key: privateKey });
	const kept = await store.findKeys();
	if (!kept) throw new Error('The keys of push notifications cannot be kept');
	return kept;
}
