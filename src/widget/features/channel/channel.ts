/** The data that the server embedded in the `/widget` document. */
import { atom } from 'jotai/vanilla';
import type { ChannelTexts, WidgetChannel, WidgetPage } from '#protocol/entities/channel.ts';

const pageAtom = atom<WidgetPage>();

/** Called once, at the start, before any reader. */
export const setPage = atom(null, (_get, set, page: WidgetPage) => set(pageAtom, page));

export const widgetPageAtom = atom((get): WidgetPage => {
	const page = get(pageAtom);
	if (!page) throw new Error('setPage comes first');
	return page;
});

export const channelAtom = atom((get): WidgetChannel => get(widgetPageAtom).channel);

/** The owner's words in another language take the place of those in the document. */
export const changeTexts = atom(null, (_get, set, texts: ChannelTexts) =>
	set(pageAtom, (page) => page && { ...page, channel: { ...page.channel, ...texts } }),
);
