/** What is done with the draft before it is sent. Loaded where the page wants to be asked. */
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { atom } from 'jotai/vanilla';
import * as v from 'valibot';
import { MESSAGE_MAX } from '#protocol/limits.ts';
import { showAlert } from '../alerts/alerts.ts';
import { selectedFilesAtom } from '../attachments/selectedFiles.ts';
import { askPage } from '../host/askPage.ts';
import { draftAtom } from '../messages/draft.ts';
import { visitSignalAtom } from '../session/session.ts';
import { sendNow } from './sendDraft.ts';

const isPreparingAtom = atom(false);

/** What the page has left of the message. */
const Outgoing = v.object({
	content: v.fallback(v.string(), ''),
	attachments: v.fallback(v.array(v.object({ id: v.string() })), []),
	reason: v.fallback(v.optional(v.string()), undefined),
});

/** Sends the draft once the page has answered. What it refuses, or leaves out, stays in the composer. Never rejects. */
export const prepareDraft = atom(null, async (get, set) => {
	if (get(isPreparingAtom)) return;
	set(isPreparingAtom, true);
	const visit = get(visitSignalAtom);
	const draft = get(draftAtom);
	const attachments = get(selectedFilesAtom).map(({ id, file: { name, type, size } }) => ({ id, name, type, size }));
	const { isRefused, detail } = await set(askPage, 'send', { content: draft, attachments });
	set(isPreparingAtom, false);
	// Another visitor has another draft. What the visitor has rewritten meanwhile is sent when they press again.
	if (visit.aborted || !get(draftAtom).startsWith(draft)) return;
	const { content, reason, attachments: left } = v.parse(Outgoing, detail);
	if (isRefused || content.length > MESSAGE_MAX) {
		return set(showAlert, reason || i18n._(msg`This website does not let this message be sent.`));
	}
	set(
		sendNow,
		content,
		get(draftAtom).slice(draft.length),
		left.map(({ id }) => id),
	);
});
