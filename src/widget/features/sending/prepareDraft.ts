/**
 * What is done with the draft before it is sent. Loaded where the channel masks, or the page asks.
 */
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { atom } from 'jotai/vanilla';
import * as v from 'valibot';
import { MESSAGE_MAX } from '#protocol/base/limits.ts';
import { showAlert } from '../alerts/alerts.ts';
import { selectedFilesAtom } from '../attachments/selectedFiles.ts';
import { askPage } from '../host/askPage.ts';
import { hostAtom } from '../host/host.ts';
import { draftAtom } from '../messages/draft.ts';
import { visitSignalAtom } from '../session/session.ts';
import { maskedText } from './masked.ts';

/** Sends a text and the files with these ids; `rest` stays in the composer. */
type Send = (content: string, rest: string, ids: readonly string[]) => void;

const isPreparingAtom = atom(false);

/** What the page has left of the message. */
const Outgoing = v.object({
	content: v.fallback(v.string(), ''),
	attachments: v.fallback(v.array(v.object({ id: v.string() })), []),
	reason: v.fallback(v.optional(v.string()), undefined),
});

/**
 * Masks the draft where the channel says so, asks the page where it wants to be asked, and sends
 * what is left. What the page refuses or leaves out stays in the composer, and so does all of it
 * where the code for masks does not load. Never rejects.
 */
export const prepareDraft = atom(null, async (get, set, send: Send) => {
	if (get(isPreparingAtom)) return;
	set(isPreparingAtom, true);
	try {
		await set(prepare, send);
	} catch {
		set(showAlert, i18n._(msg`Couldn't send, try again`));
	} finally {
		set(isPreparingAtom, false);
	}
});

const prepare = atom(null, async (get, set, send: Send) => {
	const visit = get(visitSignalAtom);
	const draft = get(draftAtom);
	const attachments = get(selectedFilesAtom).map(({ id, file: { name, type, size } }) => ({ id, name, type, size }));
	const outgoing = { content: await set(maskedText, draft), attachments };
	const isAsked = get(hostAtom).askBefore?.includes('send');
	const { isRefused, detail } = isAsked ? await set(askPage, 'send', outgoing) : { isRefused: false, detail: outgoing };
	const { content: changed, reason, attachments: left } = v.parse(Outgoing, detail);
	const content = await set(maskedText, changed);
	// Another visitor has another draft. A draft that was rewritten since the press is sent when
	// the visitor presses again.
	if (visit.aborted || !get(draftAtom).startsWith(draft)) return;
	const isEmpty = content.trim() === '' && left.length === 0;
	if (isRefused || isEmpty || content.length > MESSAGE_MAX) {
		return set(showAlert, reason || i18n._(msg`This message cannot be sent on this website.`));
	}
	const rest = get(draftAtom).slice(draft.length);
	const ids = left.map(({ id }) => id);
	send(content, rest, ids);
});
