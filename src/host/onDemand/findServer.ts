import { CHANNEL_TIMEOUT } from '#protocol/base/limits.ts';
import { LOOK_PATH } from '../core/fetchChannelLook.ts';
import type { HostApi } from '../core/hostApi.ts';
import type { HostError } from '../core/hostEvents.ts';
import { productUrl } from '../core/productUrl.ts';
import type { HostSettings } from '../core/settings.ts';

/**
 * Asks for the channel once more. Resolves with the reason if there is no server. Resolves with
 * undefined also for a server of Chatwoot: it has no route for a channel's look, but its frame
 * reports one.
 */
export async function findServer(host: HostApi, signal: AbortSignal): Promise<HostError | undefined> {
	const error = await host.askChannel(signal);
	const isLost = error && (error.data !== undefined || !(await isServed(host.store.get().settings)));
	return isLost ? error : undefined;
}

/**
 * Whether a server answers at the product's address, even if only pages of its own site may read
 * the answer.
 */
async function isServed(settings: HostSettings): Promise<boolean> {
	try {
		await fetch(productUrl(settings, LOOK_PATH, {}), { mode: 'no-cors', signal: AbortSignal.timeout(CHANNEL_TIMEOUT) });
		return true;
	} catch {
		return false;
	}
}
