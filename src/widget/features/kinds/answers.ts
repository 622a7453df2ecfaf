/**
 * The visitor's answers to messages that ask (docs/wire.md, Messages and Kinds of message). They are kept while they are
 * typed, sent one at a time, and can be sent again when that fails. Once sent, an answer is part of the message itself, also
 * after a reload.
 */
import { type Atom, atom } from 'jotai/vanilla';
import type { CsatAnswer, FormAnswer, InputSelectItem } from '#protocol/contentTypes.ts';
import type { Message } from '#protocol/entities.ts';
import { SEND_TIMEOUT } from '#protocol/limits.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { isAborted } from '#client/rest.ts';
import { receiveMessage } from '../messages/messages.ts';
import { atomPerVisit } from '../session/perVisit.ts';
import { callAsVisitor } from '../session/session.ts';

/** What is sent to the server; an e-mail address answers `input_email`. */
type Answer = { email: string } | { submitted_values: readonly InputSelectItem[] | FormAnswer | CsatAnswer };

/** An answer that the server does not have yet. */
interface PendingAnswer {
	/**
	 * Field name → value. A map instead of an object, because the team chooses the names, and `constructor` or `__proto__`
	 * would collide.
	 */
	values: ReadonlyMap<string, string>;
	state: 'typing' | 'sending' | 'failed';
	/** The visitor has tried to send it, so errors are shown from now on. */
	isChecked: boolean;
}

const NOTHING_YET: PendingAnswer = { values: new Map(), state: 'typing', isChecked: false };

const pendingAtom = atomPerVisit<ReadonlyMap<number, PendingAnswer>>(new Map());

/**
 * Message id → pending answer. It is in the model, because a message that is scrolled far away is removed from the document.
 */
export const pendingAnswersAtom: Atom<ReadonlyMap<number, PendingAnswer>> = pendingAtom;

/** Whether an answer is being sent; no other is sent until that has ended. */
export const isAnsweringAtom = atom((get) => [...get(pendingAtom).values()].some(({ state }) => state === 'sending'));

const lastAtom = atom<Promise<Outcome>>();

/** Resolves when the answer that is being sent has arrived or failed. */
export const lastAnswerAtom: Atom<Promise<unknown> | undefined> = lastAtom;

export function pendingAnswer(all: ReadonlyMap<number, PendingAnswer>, id: number): PendingAnswer {
	return all.get(id) ?? NOTHING_YET;
}

export const typeAnswer = atom(null, (_get, set, id: number, name: string, value: string) => {
	set(change, id, ({ values }) => ({ values: new Map(values).set(name, value) }));
});

/** From now on errors of the answer are shown. */
export const checkAnswer = atom(null, (_get, set, id: number) => set(change, id, () => ({ isChecked: true })));

/** `skipped`: another answer was being sent. `dropped`: the visitor has left. */
export type Outcome = 'sent' | 'failed' | 'skipped' | 'dropped';

/** Sends an answer. Never rejects: a failure is shown beside the question, and everything typed stays there. */
export const sendAnswer = atom(null, async (get, set, message: Message, answer: Answer): Promise<Outcome> => {
	if (get(isAnsweringAtom)) return 'skipped';
	const sending = set(send, message, answer);
	set(lastAtom, sending);
	return sending;
});

const send = atom(null, async (get, set, message: Message, answer: Answer): Promise<Outcome> => {
	set(change, message.id, () => ({ state: 'sending' }));
	const body = 'email' in answer ? { contact: answer } : { message: answer };
	try {
		const input = { params: { id: message.id }, body };
		await callAsVisitor(get, set, widgetRoutes.updateMessage, input, { timeout: SEND_TIMEOUT });
	} catch (error) {
		if (isAborted(error)) return 'dropped';
		console.debug('live-chat-widget: an answer was not sent', error);
		set(change, message.id, () => ({ state: 'failed' }));
		return 'failed';
	}
	// The server stores addresses in lower case (docs/wire.md, Messages).
	const answered = 'email' in answer ? { submitted_email: answer.email.toLowerCase() } : answer;
	set(receiveMessage, { ...message, content_attributes: { ...message.content_attributes, ...answered } }, false);
	set(change, message.id, () => ({ state: 'typing' }));
	return 'sent';
});

const change = atom(null, (_get, set, id: number, news: (answer: PendingAnswer) => Partial<PendingAnswer>) => {
	set(pendingAtom, (all) => {
		const known = pendingAnswer(all, id);
		return new Map(all).set(id, { ...known, ...news(known) });
	});
});
