/** Tells the visitor when this agent types and when they stop. */
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import { TYPING_AUTO_OFF, TYPING_IDLE } from '#protocol/limits.ts';
import { account, call } from '../session/api.ts';

/** The visitor's typing indicator goes off by itself, so it is renewed in time while the agent types a long text. */
const RENEW_AFTER = TYPING_AUTO_OFF / 2;

let current: { conversationId: number; toldAt: number; idle: ReturnType<typeof setTimeout> } | undefined;

/** The agent pressed a key in a text to the visitor. */
export function noteTyping(conversationId: number): void {
	if (current && current.conversationId !== conversationId) endTyping();
	const isTold = current !== undefined && Date.now() - current.toldAt < RENEW_AFTER;
	const toldAt = isTold && current ? current.toldAt : Date.now();
	clearTimeout(current?.idle);
	current = { conversationId, toldAt, idle: setTimeout(endTyping, TYPING_IDLE) };
	if (!isTold) tell(conversationId, 'on');
}

/** The agent has sent, emptied or left the text. */
export function endTyping(): void {
	if (!current) return;
	clearTimeout(current.idle);
	tell(current.conversationId, 'off');
	current = undefined;
}

function tell(id: number, typing_status: 'on' | 'off'): void {
	// A lost request does no harm, since the visitor's indicator goes off by itself.
	call(applicationRoutes.toggleTypingStatus, { params: { ...account(), id }, body: { typing_status } }).catch(
		() => undefined,
	);
}
