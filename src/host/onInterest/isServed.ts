import { CHANNEL_TIMEOUT } from '#protocol/limits.ts';
import { LOOK_PATH } from '../core/fetchChannelLook.ts';
import { productUrl } from '../core/productUrl.ts';
import type { HostSettings } from '../core/settings.ts';

/** Whether anything answers at the product's address, be it only to pages of its own site. */
export async function isServed(settings: HostSettings): Promise<boolean> {
	try {
		await fetch(productUrl(settings, LOOK_PATH, {}), { mode: 'no-cors', signal: AbortSignal.timeout(CHANNEL_TIMEOUT) });
		return true;
	} catch {
		return false;
	}
}
