/** Tells the visitor when this agent starts and stops typing. */
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { createOwnTyping } from '#models/ownTyping.ts';
import { account, call } from '../../session/api.ts';

export const { noteKey, endTyping } = createOwnTyping(async (get, _set, id, typing_status) =>
	call(
		get,
		applicationRoutes.toggleTypingStatus,
		{ params: { ...account(get), id }, body: { typing_status } },
		{ init: { keepalive: true } },
	),
);
