/**
 * What the channel says in its owner's words, for a frame that changes to another language. Loaded
 * where there are several.
 */
import type { ChannelTexts } from '#protocol/entities/channel.ts';
import { READ_TIMEOUT } from '#protocol/base/limits.ts';
import { textRoutes } from '#protocol/textRoutes.ts';
import { createRestClient } from '#client/rest.ts';

const call = createRestClient({ baseUrl: '', headers: () => ({}), query: () => ({}) });

/** Never rejects: where they cannot be loaded, those of the language before stay. */
export async function fetchChannelTexts(website_token: string, locale: string): Promise<ChannelTexts | undefined> {
	try {
		return await call(textRoutes.showChannelTexts, { query: { website_token, locale } }, { timeout: READ_TIMEOUT });
	} catch (error) {
		console.debug("live-chat-widget: the channel's texts could not be read", error);
		return undefined;
	}
}
