/** Whether the visitor has to fill in a form before the conversation, and its fields. */
import { type Atom, atom } from 'jotai/vanilla';
import type { PreChatField } from '#protocol/entities/channel.ts';
import type { VisitorContact } from '#protocol/entities/entities.ts';
import { channelAtom, widgetPageAtom } from '../channel/channel.ts';
import { contactAtom } from '../contact/contact.ts';
import { draftAtom, writeDraft } from '../messages/draft.ts';
import { messagesAtom, shownMessagesAtom } from '../messages/messages.ts';
import { atomPerVisit } from '../session/perVisit.ts';
import { authTokenAtom } from '../session/session.ts';
import { discardForm, formDraftAtom } from './formDraft.ts';

/** Standard field → whether the team already knows the answer. */
const KNOWN: Record<string, (contact: VisitorContact) => boolean> = {
	emailAddress: (contact) => contact.has_email,
	phoneNumber: (contact) => contact.has_phone_number,
	// Every contact has a generated name. A name that was given came with another fact.
	fullName: (contact) => Boolean(contact.identifier) || contact.has_email || contact.has_phone_number,
};

const hasAskedAtom = atomPerVisit(false);

/**
 * Whether the server was asked what the team knows, so that the form can leave those fields out.
 */
export const isFormReadyAtom: Atom<boolean> = hasAskedAtom;

/** The fields to ask, in the channel's order, without those whose answer the team knows. */
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

/**
 * Whether the visitor has to consent first: the channel asks for it, and nothing of the visitor is
 * stored yet.
 */
export const isConsentNeededAtom = atom((get) => {
	const { preChatFormEnabled, preChatFormOptions } = get(channelAtom);
	const { consent_required, pre_chat_fields } = preChatFormOptions;
	const hasForm = preChatFormEnabled && pre_chat_fields.some(({ enabled }) => enabled);
	return hasForm && consent_required === true && get(authTokenAtom) === undefined;
});

/** Whether the form has to be filled in before the conversation's first message. */
export const isFormDueAtom = atom((get) => {
	// A field with a condition shows only below one without.
	const isNeeded = get(fieldsToAskAtom).some((field) => !field.visible_when) || get(isConsentNeededAtom);
	return isNeeded && get(shownMessagesAtom).length === 0;
});

/** The server was asked, or could not be. */
export const noteAsked = atom(null, (_get, set) => set(hasAskedAtom, () => true));

/**
 * Deletes the form's draft once its message has arrived, even if the response was lost. What was
 * typed since stays.
 */
export const settleForm = atom(null, (get, set) => {
	const { echoId, submitted } = get(formDraftAtom);
	const first = get(messagesAtom).find(({ echo_id }) => echo_id !== undefined && echo_id === echoId);
	if (!first) return;
	const isStored = first.content?.trim() === submitted?.content.trim();
	if (isStored && get(draftAtom) === submitted?.draft) set(writeDraft, '');
	set(finishForm);
});

/** The form has been submitted. The one before the next conversation asks for less. */
export const finishForm = atom(null, (_get, set) => {
	set(discardForm);
	set(hasAskedAtom, () => false);
});

function isAboutContact({ field_type }: PreChatField): boolean {
	return field_type !== 'conversation_attribute';
}

function isKnown({ field_type, name }: PreChatField, contact: VisitorContact | undefined): boolean {
	return (
		field_type === 'standard' && contact !== undefined && Object.hasOwn(KNOWN, name) && KNOWN[name]?.(contact) === true
	);
}
