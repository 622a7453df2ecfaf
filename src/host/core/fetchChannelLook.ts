import type { ChannelLook } from '#protocol/entities/channel.ts';
import { CHANNEL_TIMEOUT } from '#protocol/base/limits.ts';
import type { publicRoutes } from '#protocol/publicRoutes.ts';
import { HostError } from './hostEvents.ts';
import { productUrl } from './productUrl.ts';
import { runAfter } from './runAfter.ts';
import type { HostSettings } from './settings.ts';

/** Only the route's type is imported: the table itself would add a validator to every page. */
export const LOOK_PATH: (typeof publicRoutes)['showChannel']['path'] = '/widget/channel.json';

/**
 * Fetches the channel's look, in words for the language that the page asks for. It is all that a
 * page loads before the visitor shows interest. Rejects with a `HostError`: `WEB_WIDGET_NOT_FOUND`,
 * or `CHANNEL_UNREACHABLE`, also when `signal` aborts it. Then `data` is the response's status, if
 * there was one.
 */
export async function fetchChannelLook(
	settings: HostSettings,
	locale: string,
	signal: AbortSignal,
): Promise<ChannelLook> {
	const address = productUrl(settings, LOOK_PATH, { locale });
	const request = new AbortController();
	const abort = () => request.abort();
	signal.addEventListener('abort', abort, { signal: request.signal });
	runAfter(CHANNEL_TIMEOUT, abort, request.signal);
	try {
		const response = await fetch(address, { signal: request.signal });
		const { ok, status } = response;
		if (status === 404) {
			throw new HostError('WEB_WIDGET_NOT_FOUND', `${settings.baseUrl} has no channel "${settings.websiteToken}"`);
		}
		if (!ok) throw new HostError('CHANNEL_UNREACHABLE', `${address} answered ${status}`, status);
		return (await response.json()) as ChannelLook;
	} catch (error) {
		throw error instanceof HostError
			? error
			: new HostError('CHANNEL_UNREACHABLE', `${address} cannot be read: ${String(error)}`);
	} finally {
		// In every case, so that the timer and the listener are removed.
		abort();
	}
}
