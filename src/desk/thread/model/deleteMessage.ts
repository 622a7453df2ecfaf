import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { Message } from '#protocol/entities/entities.ts';
import { account, call } from '../../session/api.ts';
import { receiveMessages } from './thread.ts';

/** Takes back what a message said, for everybody. Rejects with a RequestError. */
export const deleteMessage = atom(null, async (get, set, { id, conversation_id }: Message) => {
	const params = { ...account(get), id: conversation_id, message_id: id };
	const deleted = await call(get, applicationRoutes.deleteMessage, { params });
	set(receiveMessages, conversation_id, [deleted]);
});
