/**
 * Notifications of the browser, which the frame cannot show: browsers let only the page around it.
 * Loaded when it wants one.
 */
import type { RareToHost } from '#protocol/frame/rareToHost.ts';
import type { Frame } from '../core/frame.ts';
import type { HostApi } from '../core/hostApi.ts';

/** A later notification of this page takes the place of the one before. */
const TAG = 'live-chat-widget';

export function handleNotifications(
	frame: Frame,
	host: HostApi,
	{ step, title = '', body = '' }: Extract<RareToHost, { event: 'notifications' }>,
): void {
	if (step === 'show') show(frame, host, title, body);
	else void answer(frame, step === 'ask');
}

/**
 * Tells the frame what the browser allows. @param isAsked whether the visitor wants notifications:
 * the browser asks them then
 */
async function answer(frame: Frame, isAsked: boolean): Promise<void> {
	if (isAsked && readState() === 'default') await Notification.requestPermission();
	const notifications = readState();
	if (notifications) frame.link?.post({ event: 'config-set', notifications });
}

/**
 * Android has notifications for service workers alone, and a page without TLS or an origin has
 * none.
 */
function readState(): NotificationPermission | undefined {
	const canShow =
		'Notification' in window && isSecureContext && self.origin !== 'null' && !/Android/.test(navigator.userAgent);
	return canShow ? Notification.permission : undefined;
}

function show(frame: Frame, host: HostApi, title: string, body: string): void {
	if (readState() !== 'granted' || document.visibilityState === 'visible') return;
	const notification = new Notification(title, { body, tag: TAG });
	const close = () => notification.close();
	notification.addEventListener('click', () => {
		window.focus();
		void host.open();
		close();
	});
	frame.signal.addEventListener('abort', close, { once: true });
}
