/**
 * Submits the form: the visitor's facts, and the message that starts the conversation
 * (docs/wire.md, Contact and Conversations).
 */
import { type Atom, atom } from 'jotai/vanilla';
import type { Attributes } from '#protocol/entities/attributes.ts';
import { SEND_TIMEOUT } from '#protocol/base/limits.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { randomId } from '#protocol/base/randomId.ts';
import { activeCampaignAtom } from '../campaigns/campaigns.ts';
import { executeCampaign } from '../campaigns/executeCampaign.ts';
import { updateContact } from '../contact/contact.ts';
import { enterStarted } from '../conversation/conversation.ts';
import { hostAtom, postToHost } from '../host/host.ts';
import { draftAtom } from '../messages/draft.ts';
import { receiveSent } from '../messages/messages.ts';
import { maskedText } from '../sending/masked.ts';
import { atomPerVisit } from '../session/perVisit.ts';
import { callAsVisitor, abortable, staySignalAtom } from '../session/session.ts';
import { topicPartAtom } from '../topics/topics.ts';
import { type Entry, entriesAtom, wireValue } from './form.ts';
import { changeForm, formDraftAtom } from './formDraft.ts';
import { finishForm, settleForm } from './prechat.ts';

type Submission = 'typing' | 'sending' | 'failed';

const stateAtom = atomPerVisit<Submission>('typing');

export const submissionAtom: Atom<Submission> = stateAtom;

/**
 * Submits the form, one attempt at a time. Never rejects: a failure is shown, and everything typed
 * stays for another attempt.
 */
export const submitForm = atom(null, async (get, set) => {
	if (get(stateAtom) === 'sending') return;
	set(stateAtom, () => 'sending');
	const stay = get(staySignalAtom);
	let outcome: Submission = 'typing';
	try {
		await set(send, stay);
		set(postToHost, { event: 'happened', name: 'form-submitted', detail: { form: 'pre-chat' } });
	} catch (error) {
		console.debug('live-chat-widget: the pre-chat form was not sent', error);
		outcome = 'failed';
	}
	// Also shown after the server has forgotten the session, since the same person still looks at
	// the form.
	if (!stay.aborted) set(stateAtom, () => outcome);
});

const send = atom(null, async (get, set, stay: AbortSignal) => {
	const entries = get(entriesAtom);
	if (get(activeCampaignAtom)) return set(sendForCampaign, entries);
	const draft = get(draftAtom);
	const content = await abortable(stay, set(maskedText, draft));
	const echoId = get(formDraftAtom).echoId ?? randomId();
	set(changeForm, { echoId, submitted: { draft, content } });
	// The facts are sent before the message. If the message fails, sending them again changes
	// nothing; in the other order, facts that failed would be lost, since the form is gone once the
	// message has arrived.
	const aboutContact = attributesFor('contact_attribute', entries);
	if (aboutContact) await set(updateContact, { custom_attributes: aboutContact });

	const aboutConversation = attributesFor('conversation_attribute', entries);
	const started = await callAsVisitor(
		get,
		set,
		widgetRoutes.createConversation,
		{
			body: {
				contact: contactOf(entries),
				message: {
					content,
					echo_id: echoId,
					timestamp: new Date().toString(),
					referer_url: get(hostAtom).referrerUrl || null,
				},
				...(aboutConversation && { custom_attributes: aboutConversation }),
				...get(topicPartAtom),
			},
		},
		{ timeout: SEND_TIMEOUT },
	);
	const [first] = started.messages;
	if (!first) throw new Error('The server started a conversation without its first message');
	set(enterStarted, started.id);
	set(receiveSent, { ...first, echo_id: echoId });
	set(settleForm);
});

/**
 * The campaign is the first message: the visitor writes none, and the facts are stored with the
 * contact.
 */
const sendForCampaign = atom(null, async (_get, set, entries: readonly Entry[]) => {
	const aboutContact = attributesFor('contact_attribute', entries);
	const facts = { ...contactOf(entries), ...(aboutContact && { custom_attributes: aboutContact }) };
	if (Object.keys(facts).length > 0) await set(updateContact, facts);
	await set(executeCampaign, attributesFor('conversation_attribute', entries));
	set(finishForm);
});

function contactOf(entries: readonly Entry[]) {
	const standard = new Map(
		entries
			.filter(({ field, answer }) => field.goesTo === 'standard' && answer !== '')
			.map(({ field, answer }) => [field.name, answer]),
	);
	const [name, email, phone] = [standard.get('fullName'), standard.get('emailAddress'), standard.get('phoneNumber')];
	return { ...(name && { name }), ...(email && { email }), ...(phone && { phone_number: phone }) };
}

/**
 * The attributes of one kind; undefined when there are none. Empty fields are left out, since they
 * would delete what is known.
 */
function attributesFor(goesTo: Entry['field']['goesTo'], entries: readonly Entry[]): Attributes | undefined {
	const answered = entries.filter(
		({ field, answer }) => field.goesTo === goesTo && (answer !== '' || field.control === 'checkbox'),
	);
	if (answered.length === 0) return undefined;
	return Object.fromEntries(answered.map((entry) => [entry.field.name, wireValue(entry)]));
}
