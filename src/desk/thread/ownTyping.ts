/** Tells the visitor that this agent types, and that no longer. */
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import { TYPING_AUTO_OFF, TYPING_IDLE } from '#protocol/limits.ts';
import { account, call } from '../session/api.ts';

/** The mark at the visitor's goes off by itself, so a long text renews it in time. */
const RENEW_AFTER = TYPING_AUTO_OFF / 2;

let current: { conversationId: number; toldAt: number; idle: ReturnType<typeof setTimeout> } | undefined;

/** A key was pressed in a text to the visitor. */
export function noteTyping(conversationId: number): void {
	if (current && current.conversationId !== conversationId) endTyping();
	const isTold = current !== undefined && Date.now() - current.toldAt < RENEW_AFTER;
	const toldAt = isTold && current ? current.toldAt : Date.now();
	clearTimeout(current?.idle);
	current = { conversationId, toldAt, idle: setTimeout(endTyping, TYPING_IDLE) };
	if (!isTold) tell(conversationId, 'on');
}

/** The text was sent, emptied or left. */
export function endTyping(): void {
	if (!current) return;
	clearTimeout(current.idle);
	tell(current.conversationId, 'off');
	current = undefined;
}

function tell(id: number, typing_status: 'on' | 'off'): void {
	// A lost hint is no loss: the visitor's mark goes off by itself.
	call(applicationRoutes.toggleTypingStatus, { params: { ...account(), id }, body: { typing_status } }).catch(
		() => undefined,
	);
}
