import { registerServiceWorker } from '../../serviceWorker/registerServiceWorker.ts';

interface PushKeys {
	endpoint: string;
	p256dh: string;
	auth: string;
}

/** Neither addresses without HTTPS have push notifications, nor iOS outside of an installed app. */
export function hasPush(): boolean {
	return 'serviceWorker' in navigator && 'PushManager' in self && 'Notification' in self;
}

/**
 * Has the browser receive what the server with this public key pushes. Resolves with undefined if
 * the agent does not allow it.
 */
export async function subscribeToPush(serverKey: string): Promise<PushKeys | undefined> {
	// Before all else: Safari and Firefox ask only while they handle the press.
	if ((await Notification.requestPermission()) !== 'granted') return undefined;
	const registration = await registerServiceWorker();
	if (!registration) throw new Error('The browser has no service workers');
	// A subscription for a former key of the server would be in the way.
	await (await registration.pushManager.getSubscription())?.unsubscribe();
	const subscription = await registration.pushManager.subscribe({
		userVisibleOnly: true,
		applicationServerKey: serverKey,
	});
	const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
	return { endpoint: subscription.endpoint, p256dh, auth };
}
