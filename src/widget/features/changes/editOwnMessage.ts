import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { atom } from 'jotai/vanilla';
import * as v from 'valibot';
import { SEND_TIMEOUT } from '#protocol/base/limits.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { askPage } from '../host/askPage.ts';
import { hostAtom } from '../host/host.ts';
import { receiveMessage } from '../messages/messages.ts';
import { maskedText } from '../sending/masked.ts';
import { callAsVisitor } from '../session/session.ts';
import { describeChangeFailure } from './describeChangeFailure.ts';

/** What the page has left of the text. */
const Outgoing = v.object({
	content: v.fallback(v.string(), ''),
	reason: v.fallback(v.optional(v.string()), undefined),
});

/**
 * Changes the text of a message of the visitor's own for everybody, masked and with the page asked
 * as before it was sent. Never rejects: resolves with what went wrong, or undefined.
 */
export const editOwnMessage = atom(null, async (get, set, id: number, text: string): Promise<string | undefined> => {
	try {
		const outgoing = { content: await set(maskedText, text), attachments: [] };
		const isAsked = get(hostAtom).askBefore?.includes('send');
		const { isRefused, detail } = isAsked
			? await set(askPage, 'send', outgoing)
			: { isRefused: false, detail: outgoing };
		const { content: left, reason } = v.parse(Outgoing, detail);
		const content = await set(maskedText, left);
		if (isRefused || content.trim() === '') return reason || i18n._(msg`This message cannot be sent on this website.`);
		const input = { params: { id }, body: { content } };
		const edited = await callAsVisitor(get, set, widgetRoutes.editMessage, input, { timeout: SEND_TIMEOUT });
		set(receiveMessage, edited, false);
		return undefined;
	} catch (error) {
		return describeChangeFailure(error);
	}
});
