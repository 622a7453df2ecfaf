/**
 * Leaves a message: the visitor's name and address, then the message, which begins an ordinary
 * conversation.
 */
import { type Atom, atom } from 'jotai/vanilla';
import { contactAtom, loadContact, updateContact } from '../contact/contact.ts';
import { postToHost } from '../host/host.ts';
import { draftAtom } from '../messages/draft.ts';
import { discardForm, formDraftAtom, typeIntoForm } from '../prechat/formDraft.ts';
import { sendDraft } from '../sending/sendDraft.ts';
import { atomPerVisit } from '../session/perVisit.ts';
import { authTokenAtom, staySignalAtom } from '../session/session.ts';
import { noteLeftMessage } from './leaving.ts';

interface Facts {
	name: string;
	email: string;
}

/** The fields of the pre-chat form that ask for the same, so that a visitor types each once. */
const FIELDS: Record<keyof Facts, string> = { name: 'standard:fullName', email: 'standard:emailAddress' };

/** What was typed. It is kept with the pre-chat form, over a page load as well. */
export const leftFactsAtom = atom((get): Facts => {
	const { values } = get(formDraftAtom);
	return { name: values[FIELDS.name] ?? '', email: values[FIELDS.email] ?? '' };
});

export const typeFact = atom(null, (_get, set, fact: keyof Facts, text: string) =>
	set(typeIntoForm, FIELDS[fact], text),
);

const stateAtom = atomPerVisit<'typing' | 'sending' | 'failed'>('typing');

export const leavingStateAtom: Atom<'typing' | 'sending' | 'failed'> = stateAtom;

/**
 * Asks whether the team knows the address by now: the visitor may have given it before, or in the
 * conversation. Never rejects.
 */
export const askForAddress = atom(null, async (get, set) => {
	if (get(authTokenAtom) === undefined || get(contactAtom)?.has_email) return;
	await set(loadContact).catch((error: unknown) =>
		console.debug('live-chat-widget: the contact could not be read', error),
	);
});

/**
 * Sends what was typed, one attempt at a time. Never rejects: a failure is shown, and everything
 * typed stays. The facts go first, so that no message arrives without the address to which it is
 * answered.
 */
export const leaveMessage = atom(null, async (get, set) => {
	if (get(stateAtom) === 'sending') return;
	set(stateAtom, () => 'sending');
	const stay = get(staySignalAtom);
	const { name, email } = get(leftFactsAtom);
	try {
		await set(updateContact, { email: email.trim(), ...(name.trim() && { name: name.trim() }) });
	} catch (error) {
		console.debug('live-chat-widget: the message was not left', error);
		if (!stay.aborted) set(stateAtom, () => 'failed');
		return;
	}
	set(stateAtom, () => 'typing');
	set(discardForm);
	await set(sendDraft);
	// What the page refuses stays in the composer.
	if (stay.aborted || get(draftAtom) !== '') return;
	set(noteLeftMessage);
	set(postToHost, { event: 'happened', name: 'form-submitted', detail: { form: 'leave-message' } });
});
