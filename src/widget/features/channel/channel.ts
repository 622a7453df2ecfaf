/** The data that the server embedded in the `/widget` document. */
import { atom } from 'jotai/vanilla';
import type { WidgetChannel, WidgetPage } from '#protocol/entities/channel.ts';

const pageAtom = atom<WidgetPage>();

/**
 * Called at the start, before any reader, and once the owner's words are there in another language.
 */
export const setPage = atom(null, (_get, set, page: WidgetPage) => set(pageAtom, page));

export const widgetPageAtom = atom((get): WidgetPage => {
	const page = get(pageAtom);
	if (!page) throw new Error('setPage comes first');
	return page;
});

export const channelAtom = atom((get): WidgetChannel => get(widgetPageAtom).channel);
