import { CHANNEL_TIMEOUT } from '#protocol/limits.ts';
import { LOOK_PATH } from '../core/fetchChannelLook.ts';
import type { Host } from '../core/host.ts';
import type { HostError } from '../core/hostEvents.ts';
import { productUrl } from '../core/productUrl.ts';
import type { HostSettings } from '../core/settings.ts';

/**
 * Asks for the channel once more. Answers why there is no server, or nothing where there is one all the same: Chatwoot's has no
 * look to give, and its frame says what there is.
 */
export async function findServer(host: Host, signal: AbortSignal): Promise<HostError | undefined> {
	const error = await host.askChannel(signal);
	const isLost = error && (error.data !== undefined || !(await isServed(host.store.get().settings)));
	return isLost ? error : undefined;
}

/** Whether anything answers at the product's address, be it only to pages of its own site. */
async function isServed(settings: HostSettings): Promise<boolean> {
	try {
		await fetch(productUrl(settings, LOOK_PATH, {}), { mode: 'no-cors', signal: AbortSignal.timeout(CHANNEL_TIMEOUT) });
		return true;
	} catch {
		return false;
	}
}
