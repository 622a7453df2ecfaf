import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { atom } from 'jotai/vanilla';
import { SEND_TIMEOUT } from '#protocol/base/limits.ts';
import type { Reaction } from '#protocol/entities/reactions.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { isAborted } from '#client/rest.ts';
import { showAlert } from '../alerts/alerts.ts';
import { receiveMessage } from '../messages/messages.ts';
import { callAsVisitor } from '../session/session.ts';

/** Reacts to a message, or takes that back by null. Never rejects: a banner shows a failure. */
export const sendReaction = atom(null, async (get, set, id: number, reaction: Reaction | null) => {
	try {
		const input = { params: { id }, body: { reaction } };
		const message = await callAsVisitor(get, set, widgetRoutes.setReaction, input, { timeout: SEND_TIMEOUT });
		set(receiveMessage, message, false);
	} catch (error) {
		if (isAborted(error)) return;
		console.debug('live-chat-widget: a reaction was not sent', error);
		set(showAlert, i18n._(msg`There was an error, please try again`));
	}
});
