/**
 * The visitor's answers to messages that ask (docs/wire.md, Messages and Kinds of message). They
 * are kept while they are typed, also over a page load, sent one at a time, and can be sent again
 * when that fails. Once sent, an answer is part of the message itself.
 */
import { type Atom, atom, type Getter } from 'jotai/vanilla';
import * as v from 'valibot';
import type { CsatAnswer, FormAnswer, InputSelectItem } from '#protocol/entities/contentTypes.ts';
import type { Message } from '#protocol/entities/entities.ts';
import { SEND_TIMEOUT } from '#protocol/base/limits.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { isAborted } from '#client/rest.ts';
import { readStored, removeStored, watchStored, writeStored } from '#client/storage.ts';
import { postToHost } from '../host/host.ts';
import { receiveMessage } from '../messages/messages.ts';
import { atomPerVisit } from '../session/perVisit.ts';
import { callAsVisitor, visitSignalAtom } from '../session/session.ts';
import { ANSWERS, answersKeyAtom } from './answersKeyAtom.ts';

/** What is sent to the server; an e-mail address answers `input_email`. */
type Answer = { email: string } | { submitted_values: readonly InputSelectItem[] | FormAnswer | CsatAnswer };

/** An answer that the server does not have yet. */
interface PendingAnswer {
	/**
	 * Field name → value. A map instead of an object, because the team chooses the names, and
	 * `constructor` or `__proto__` would collide.
	 */
	values: ReadonlyMap<string, string>;
	state: 'typing' | 'sending' | 'failed';
	/** The visitor has tried to send it, so errors are shown from now on. */
	isChecked: boolean;
}

const NOTHING_YET: PendingAnswer = { values: new Map(), state: 'typing', isChecked: false };

type PendingAnswers = ReadonlyMap<number, PendingAnswer>;

/**
 * As the device keeps them: ids of messages, each with the names of its fields and what was typed.
 */
const TypedAnswers = v.array(v.tuple([v.number(), v.array(v.tuple([v.string(), v.string()]))]));
/** Questions that are kept; those without an answer would grow in number forever. */
const KEPT_MAX = 20;

function readTyped(get: Getter): v.InferOutput<typeof TypedAnswers> {
	const stored = v.safeParse(TypedAnswers, readStored(get(answersKeyAtom)));
	return stored.success ? stored.output : [];
}

/** What was typed before this page was loaded. */
const typedBeforeAtom = atom((get): PendingAnswers => {
	get(visitSignalAtom);
	return new Map(readTyped(get).map(([id, values]) => [id, { ...NOTHING_YET, values: new Map(values) }]));
});

const changedAtom = atomPerVisit<PendingAnswers | undefined>(undefined);

/** Takes over what other windows of the visitor keep, while questions are shown. */
const followTypedAtom = atom(undefined, (get, set) => {
	for (const [id, kept] of readTyped(get)) {
		// A rating is not kept.
		set(change, id, ({ values }) => ({ values: new Map([...values, ...kept]) }));
	}
});
followTypedAtom.onMount = (take) => {
	take();
	return watchStored(ANSWERS, take);
};

const pendingAtom = atom((get) => {
	get(followTypedAtom);
	return get(changedAtom) ?? get(typedBeforeAtom);
});

/**
 * Message id → pending answer. It is in the model, because a message that is scrolled far away is
 * removed from the document.
 */
export const pendingAnswersAtom: Atom<PendingAnswers> = pendingAtom;

/** Whether an answer is being sent; no other is sent until that has ended. */
export const isAnsweringAtom = atom((get) => [...get(pendingAtom).values()].some(({ state }) => state === 'sending'));

const lastAtom = atom<Promise<Outcome>>();

/** Resolves when the answer that is being sent has arrived or failed. */
export const lastAnswerAtom: Atom<Promise<unknown> | undefined> = lastAtom;

export function pendingAnswer(all: PendingAnswers, id: number): PendingAnswer {
	return all.get(id) ?? NOTHING_YET;
}

export const typeAnswer = atom(null, (get, set, id: number, name: string, value: string) => {
	set(noteValue, id, name, value);
	set(keepTyped, id, pendingAnswer(get(pendingAtom), id).values);
});

/** Changes a value that is not kept over a page load. */
export const noteValue = atom(null, (_get, set, id: number, name: string, value: string) => {
	set(change, id, ({ values }) => ({ values: new Map(values).set(name, value) }));
});

/**
 * Keeps these values of an answer over page loads, instead of those that were kept; none once it is
 * sent.
 */
export const keepTyped = atom(null, (get, _set, id: number, values: ReadonlyMap<string, string>) => {
	// Read again, since other tabs keep theirs.
	const kept = readTyped(get).filter(([other]) => other !== id);
	if (values.size > 0) kept.push([id, [...values]]);
	if (kept.length > 0) writeStored(get(answersKeyAtom), kept.slice(-KEPT_MAX));
	else removeStored(get(answersKeyAtom));
});

/** From now on errors of the answer are shown. */
export const checkAnswer = atom(null, (_get, set, id: number) => set(change, id, () => ({ isChecked: true })));

/** `skipped`: another answer was being sent. `dropped`: the visitor has left. */
export type Outcome = 'sent' | 'failed' | 'skipped' | 'dropped';

/**
 * Sends an answer. Never rejects: a failure is shown beside the question, and everything typed
 * stays there.
 */
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
	// The server stores addresses in lower case (docs/wire.md, Contact).
	const answered = 'email' in answer ? { submitted_email: answer.email.toLowerCase() } : answer;
	set(receiveMessage, { ...message, content_attributes: { ...message.content_attributes, ...answered } }, false);
	set(change, message.id, () => ({ state: 'typing' }));
	if (isComplete(answer)) set(keepTyped, message.id, new Map());
	if ('email' in answer || message.content_type === 'form') {
		const detail = { form: 'email' in answer ? 'email' : 'form' };
		set(postToHost, { event: 'happened', name: 'form-submitted', detail });
	}
	return 'sent';
});

const change = atom(null, (get, set, id: number, news: (answer: PendingAnswer) => Partial<PendingAnswer>) => {
	const all = get(pendingAtom);
	const known = pendingAnswer(all, id);
	set(changedAtom, () => new Map(all).set(id, { ...known, ...news(known) }));
});

/** A rating is followed by feedback, which may be half typed by then. */
function isComplete(answer: Answer): boolean {
	if ('email' in answer || !('csat_survey_response' in answer.submitted_values)) return true;
	return answer.submitted_values.csat_survey_response.feedback_message !== undefined;
}
