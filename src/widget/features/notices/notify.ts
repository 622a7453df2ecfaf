/**
 * Has the page show a notification of an agent's message while it is hidden, if the visitor wants
 * that; the page's browser decides whether it may.
 */
import { atom } from 'jotai/vanilla';
import { beginningOf } from '#protocol/base/characters.ts';
import type { Message } from '#protocol/entities/entities.ts';
import { plainText } from '#ui/richText/plainText.ts';
import { claim } from '#client/lock.ts';
import { channelAtom } from '../channel/channel.ts';
import { postToHost } from '../host/host.ts';
import { noticeSwitch } from './noticeSwitch.ts';

/** Characters of a message in a notification of the browser. */
const NOTICE_MAX = 200;

/** Id of the newest message that was announced. */
const announcedAtom = atom(0);

/**
 * Once over all tabs, of which this one was hidden or not when the message arrived. A visible tab
 * is the first to claim the message, and shows nothing: its visitor sees the message.
 */
export const notify = atom(null, async (get, set, { id, content, sender }: Message, isHidden: boolean) => {
	if (!noticeSwitch.isOnNow(get) || id <= get(announcedAtom)) return;
	set(announcedAtom, id);
	if (!(await claim(`notice:${id}`, !isHidden)) || !isHidden) return;
	const name = sender?.type === 'user' ? sender.available_name || sender.name : '';
	set(postToHost, {
		event: 'notifications',
		step: 'show',
		title: name || get(channelAtom).websiteName,
		body: beginningOf(plainText(content ?? '').replaceAll(/\s+/g, ' '), NOTICE_MAX),
	});
});
