/** Whether the visitor fills in a form before the conversation, and what it asks. */
import { type Atom, atom } from 'jotai/vanilla';
import type { PreChatField } from '#protocol/channel.ts';
import type { VisitorContact } from '#protocol/entities.ts';
import { isAborted } from '#client/rest.ts';
import { channelAtom, widgetPageAtom } from '../channel/channel.ts';
import { contactAtom, loadContact } from '../contact/contact.ts';
import { draftAtom, writeDraft } from '../messages/draft.ts';
import { messagesAtom, shownMessagesAtom } from '../messages/messages.ts';
import { atomPerVisit } from '../session/perVisit.ts';
import { authTokenAtom } from '../session/session.ts';
import { discardForm, formDraftAtom } from './formDraft.ts';

/** Standard field → whether the team knows the answer. */
const KNOWN: Record<string, (contact: VisitorContact) => boolean> = {
	emailAddress: (contact) => contact.has_email,
	phoneNumber: (contact) => contact.has_phone_number,
	// Everybody has some name; one that was given comes with another fact.
	fullName: (contact) => Boolean(contact.identifier) || contact.has_email || contact.has_phone_number,
};

const hasAskedAtom = atomPerVisit(false);

/** The team's knowledge has been asked for, so the form can show what is missing. */
export const isFormReadyAtom: Atom<boolean> = hasAskedAtom;

/** In the channel's order; what the team knows is not asked again. */
export const fieldsToAskAtom = atom((get): readonly PreChatField[] => {
	const { channel, globalConfig } = get(widgetPageAtom);
	const { preChatFormEnabled, preChatFormOptions } = channel;
	const contact = get(contactAtom);
	if (!preChatFormEnabled) return [];
	const isProfileClosed = globalConfig.DISABLE_USER_PROFILE_UPDATE;
	return preChatFormOptions.pre_chat_fields.filter(
		(field) => field.enabled && !isKnown(field, contact) && !(isProfileClosed && isAboutContact(field)),
	);
});

/** Whether the visitor has to agree first: nothing of theirs is stored yet, and the channel wants to be asked. */
export const isConsentNeededAtom = atom((get) => {
	const { preChatFormEnabled, preChatFormOptions } = get(channelAtom);
	const { consent_required, pre_chat_fields } = preChatFormOptions;
	const hasForm = preChatFormEnabled && pre_chat_fields.some(({ enabled }) => enabled);
	return hasForm && consent_required === true && get(authTokenAtom) === undefined;
});

/** The form comes before the first message of a conversation. */
export const isFormDueAtom = atom((get) => {
	const isNeeded = get(fieldsToAskAtom).length > 0 || get(isConsentNeededAtom);
	return isNeeded && get(shownMessagesAtom).length === 0;
});

/** Asks what the team knows. Without an answer everything is asked for. Never rejects. */
export const prepareForm = atom(null, async (get, set) => {
	try {
		// Without a session nothing is known of the visitor.
		if (get(authTokenAtom) !== undefined) await set(loadContact);
	} catch (error) {
		if (isAborted(error)) return;
		console.debug('live-chat-widget: the contact could not be read', error);
	}
	set(hasAskedAtom, () => true);
});

/** Drops the draft of a form whose message has arrived, in whatever way that was heard of. What was typed since stays. */
export const settleForm = atom(null, (get, set) => {
	const { echoId } = get(formDraftAtom);
	const first = get(messagesAtom).find(({ echo_id }) => echo_id !== undefined && echo_id === echoId);
	if (!first) return;
	if (first.content?.trim() === get(draftAtom).trim()) set(writeDraft, '');
	set(finishForm);
});

/** What it asked has been said. The next form, before another conversation, asks for less. */
export const finishForm = atom(null, (_get, set) => {
	set(discardForm);
	set(hasAskedAtom, () => false);
});

function isAboutContact({ field_type }: PreChatField): boolean {
	return field_type !== 'conversation_attribute';
}

function isKnown({ field_type, name }: PreChatField, contact: VisitorContact | undefined): boolean {
	return field_type === 'standard' && contact !== undefined && (KNOWN[name]?.(contact) ?? false);
}
