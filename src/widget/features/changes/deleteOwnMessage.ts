import { atom } from 'jotai/vanilla';
import { SEND_TIMEOUT } from '#protocol/base/limits.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { showAlert } from '../alerts/alerts.ts';
import { receiveMessage } from '../messages/messages.ts';
import { callAsVisitor } from '../session/session.ts';
import { describeChangeFailure } from './describeChangeFailure.ts';

/**
 * Deletes a message of the visitor's own for everybody. Never rejects: a banner shows a failure.
 */
export const deleteOwnMessage = atom(null, async (get, set, id: number) => {
	try {
		const input = { params: { id } };
		const deleted = await callAsVisitor(get, set, widgetRoutes.deleteMessage, input, { timeout: SEND_TIMEOUT });
		set(receiveMessage, deleted, false);
	} catch (error) {
		const failure = describeChangeFailure(error);
		if (failure !== undefined) set(showAlert, failure);
	}
});
