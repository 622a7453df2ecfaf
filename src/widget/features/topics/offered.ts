/** What only channels with topics need, and pages that name one. */
import { atom } from 'jotai/vanilla';
import { channelAtom } from '../channel/channel.ts';
import { hostAtom } from '../host/host.ts';

/** The topics from which the visitor can choose: none where the page has chosen one of them. */
export const offeredTopicsAtom = atom((get) => {
	const { topics = [] } = get(channelAtom);
	return topics.some(({ id }) => id === get(hostAtom).topic) ? [] : topics;
});

/** Warns the page's developer of a topic that the channel does not have. */
export const warnOfUnknownTopic = atom(null, (get, _set, topic: string) => {
	const ids = (get(channelAtom).topics ?? []).map(({ id }) => id);
	if (ids.includes(topic)) return;
	console.warn(`live-chat-widget: the website has no topic "${topic}". Its topics: ${ids.join(', ') || 'none'}`);
});
