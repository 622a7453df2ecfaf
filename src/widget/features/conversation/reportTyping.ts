/** Tells the team when the visitor starts and stops typing. */
import { atom } from 'jotai/vanilla';
import { SEND_TIMEOUT } from '#protocol/base/limits.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { createOwnTyping } from '#models/ownTyping.ts';
import { callAsVisitor, sessionAtom } from '../session/session.ts';
import { conversationIdAtom } from './conversation.ts';

const typing = createOwnTyping(async (get, set, conversationId, typing_status) => {
	// The route names no conversation: it means the newest one. Typing alone creates no contact.
	if (!get(sessionAtom) || get(conversationIdAtom) !== conversationId) return;
	const options = { timeout: SEND_TIMEOUT, init: { keepalive: true } };
	await callAsVisitor(get, set, widgetRoutes.toggleTyping, { body: { typing_status } }, options);
});

/** A key was pressed. Without a conversation no agent could see it. */
export const noteKey = atom(null, (get, set) => {
	const id = get(conversationIdAtom);
	if (id !== undefined) set(typing.noteKey, id);
});

/** The visitor paused, left the field, or sent. */
export const endTyping = typing.endTyping;
