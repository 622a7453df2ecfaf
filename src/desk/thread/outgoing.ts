/** What this agent has written and the server does not have yet. */
import { atom } from 'jotai';
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import { account, call } from '../session/api.ts';
import { store } from '../store.ts';
import { knownThreadsAtom, receiveMessages } from './thread.ts';

export interface OutgoingMessage {
	/** Names the message on every attempt, so that the server stores it once. */
	echoId: string;
	conversationId: number;
	content: string;
	isPrivate: boolean;
	/** Seconds since the epoch, by this browser's clock. */
	createdAt: number;
	state: 'sending' | 'failed';
}

const outgoingAtom = atom<readonly OutgoingMessage[]>([]);

/** What still waits: an attempt whose answer was lost is over as soon as its message arrives another way. */
export const waitingMessagesAtom = atom((get) => {
	const threads = get(knownThreadsAtom);
	return get(outgoingAtom).filter(
		({ conversationId, echoId }) =>
			!threads.get(conversationId)?.messages.some((message) => message.echo_id === echoId),
	);
});

/** Writes to the visitor, or a note that only the team sees. */
export async function sendMessage(conversationId: number, content: string, isPrivate: boolean): Promise<void> {
	const createdAt = Math.floor(Date.now() / 1000);
	await attempt({ echoId: randomId(), conversationId, content, isPrivate, createdAt, state: 'sending' });
}

/** Sends a failed message again, under the same name. */
export async function resendMessage(echoId: string): Promise<void> {
	const failed = store.get(outgoingAtom).find((message) => message.echoId === echoId);
	if (failed?.state === 'failed') await attempt({ ...failed, state: 'sending' });
}

/** Forgets everything, when the agent signs out. */
export function forgetOutgoing(): void {
	store.set(outgoingAtom, []);
}

async function attempt(message: OutgoingMessage): Promise<void> {
	const { echoId, conversationId, content, isPrivate } = message;
	replace(echoId, message);
	try {
		const stored = await call(applicationRoutes.createMessage, {
			params: { ...account(), id: conversationId },
			body: { content, private: isPrivate, echo_id: echoId },
		});
		receiveMessages(conversationId, [stored]);
		replace(echoId, undefined);
	} catch {
		// It stays, says so, and offers to be sent again.
		replace(echoId, { ...message, state: 'failed' });
	}
}

function replace(echoId: string, message: OutgoingMessage | undefined): void {
	const others = store.get(outgoingAtom).filter((known) => known.echoId !== echoId);
	store.set(outgoingAtom, message ? [...others, message] : others);
}

/** `crypto.randomUUID` is missing on plain http. */
function randomId(): string {
	return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
