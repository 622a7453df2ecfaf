import type { ChannelLook } from '#protocol/channel.ts';
import { CHANNEL_TIMEOUT } from '#protocol/limits.ts';
import type { publicRoutes } from '#protocol/publicRoutes.ts';
import { HostError } from './hostEvents.ts';
import { productUrl } from './productUrl.ts';
import { runAfter } from './runAfter.ts';
import type { HostSettings } from './settings.ts';

/** Only the route's type is imported: the table itself would bring a validator into every page. */
export const LOOK_PATH: (typeof publicRoutes)['showChannel']['path'] = '/widget/channel.json';

/**
 * How the channel looks: all that a page loads before anybody shows interest. Rejects with a `HostError`,
 * `WEB_WIDGET_NOT_FOUND` or `CHANNEL_UNREACHABLE`; also with the latter when `signal` ends it. The latter's `data` is the
 * status, where there was one.
 */
export async function fetchChannelLook(settings: HostSettings, signal: AbortSignal): Promise<ChannelLook> {
	const address = productUrl(settings, LOOK_PATH, {});
	const request = new AbortController();
	const abort = () => request.abort();
	signal.addEventListener('abort', abort, { once: true, signal: request.signal });
	runAfter(CHANNEL_TIMEOUT, abort, request.signal);
	try {
		const response = await fetch(address, { signal: request.signal });
		if (response.status === 404) {
			throw new HostError('WEB_WIDGET_NOT_FOUND', `${settings.baseUrl} has no channel "${settings.websiteToken}"`);
		}
		const { ok, status } = response;
		if (!ok) throw new HostError('CHANNEL_UNREACHABLE', `${address} answered ${status}`, status);
		return (await response.json()) as ChannelLook;
	} catch (error) {
		throw error instanceof HostError
			? error
			: new HostError('CHANNEL_UNREACHABLE', `${address} cannot be read: ${String(error)}`);
	} finally {
		// Whatever happened, the timer and the listener go.
		abort();
	}
}
