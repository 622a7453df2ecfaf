/** Sends the conversation by e-mail (docs/wire.md, Conversations). */
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { atom } from 'jotai/vanilla';
import { SEND_TIMEOUT } from '#protocol/base/limits.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { isAborted } from '#client/rest.ts';
import { showAlert } from '../alerts/alerts.ts';
import { widgetPageAtom } from '../channel/channel.ts';
import { contactAtom, loadContact, updateContact } from '../contact/contact.ts';
import { atomPerVisit } from '../session/perVisit.ts';
import { callAsVisitor } from '../session/session.ts';

const isSendingAtom = atomPerVisit(false);
const isAskingAtom = atomPerVisit(false);
const addressAtom = atomPerVisit('');

export const transcriptAtom = atom((get) => ({
	isSending: get(isSendingAtom),
	/** Whether the form asks for an address, which the team does not have. */
	isAsking: get(isAskingAtom),
	/** The address as typed. */
	address: get(addressAtom),
}));

export const typeAddress = atom(null, (_get, set, address: string) => set(addressAtom, () => address));

/**
 * Whether the visitor can give an address: where visitors may not change their contact, only the
 * site can.
 */
const canAskAtom = atom((get) => !get(widgetPageAtom).globalConfig.DISABLE_USER_PROFILE_UPDATE);

/**
 * Where the form may not ask for an address, the transcript is offered once the team is known to
 * have one.
 */
export const isTranscriptOfferedAtom = atom(
	(get) =>
		get(widgetPageAtom).globalConfig.TRANSCRIPTS_ENABLED && (get(canAskAtom) || get(contactAtom)?.has_email === true),
);

/** Finds out whether the transcript can be offered. Never rejects. */
export const prepareTranscript = atom(null, async (get, set) => {
	if (get(canAskAtom) || !get(widgetPageAtom).globalConfig.TRANSCRIPTS_ENABLED) return;
	try {
		await set(loadContact);
	} catch (error) {
		console.debug('live-chat-widget: the transcript cannot be offered', error);
	}
});

/** Sends the transcript to the address that the team has, or asks for one. Never rejects. */
export const requestTranscript = atom(null, (get, set) =>
	set(attempt, async () => {
		await set(loadContact);
		if (get(contactAtom)?.has_email) await set(send);
		else if (get(canAskAtom)) set(isAskingAtom, () => true);
	}),
);

/** Gives the team the typed address, and sends the transcript there. Never rejects. */
export const sendToAddress = atom(null, (get, set) =>
	set(attempt, async () => {
		await set(updateContact, { email: get(addressAtom).trim() });
		await set(send);
	}),
);

export const cancelTranscript = atom(null, (_get, set) => set(isAskingAtom, () => false));

/**
 * Runs one attempt at a time, and shows its outcome in a banner. The typed address stays until an
 * attempt succeeds.
 */
const attempt = atom(null, async (get, set, task: () => Promise<void>) => {
	if (get(isSendingAtom)) return;
	set(isSendingAtom, () => true);
	try {
		await task();
	} catch (error) {
		if (isAborted(error)) return;
		console.debug('live-chat-widget: the transcript was not sent', error);
		set(showAlert, i18n._(msg`There was an error, please try again`));
	}
	set(isSendingAtom, () => false);
});

const send = atom(null, async (get, set) => {
	await callAsVisitor(get, set, widgetRoutes.sendTranscript, {}, { timeout: SEND_TIMEOUT });
	set(isAskingAtom, () => false);
	set(addressAtom, () => '');
	set(showAlert, i18n._(msg`The chat transcript was sent successfully`), 'success');
});
