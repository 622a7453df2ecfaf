/**
 * A code by mail, with which the visitor sees on this device what they wrote on another
 * (docs/wire.md, The same visitor on another device).
 */
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { type Atom, atom } from 'jotai/vanilla';
import { plainDigits } from '#protocol/base/plainDigits.ts';
import { SEND_TIMEOUT } from '#protocol/base/limits.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { isAborted, RequestError } from '#client/rest.ts';
import { widgetPageAtom } from '../channel/channel.ts';
import { contactAtom, loadContact } from '../contact/contact.ts';
import { askForHistory } from '../history/asked.ts';
import { codeOf } from '../session/codeOf.ts';
import { atomPerVisit } from '../session/perVisit.ts';
import {
	authTokenAtom,
	callAsVisitor,
	callChannel,
	ensureSession,
	sessionAtom,
	switchUser,
} from '../session/session.ts';
import { awaitCode, awaitedCodeAtom, endAwaitedCode, resumeAwaitedCode } from './awaitedCode.ts';

/** Digits of a code. */
export const CODE_LENGTH = 6;

interface State {
	/** `found`, `nothing`: a code was right, and there are earlier conversations, or none. */
	step: 'offer' | 'address' | 'code' | 'found' | 'nothing';
	/** As typed. */
	address: string;
	/** As typed. */
	code: string;
	/** How many codes have been mailed. */
	mailed: number;
	/** Then it still is, although a session has begun whose contact is not known yet. */
	wasOffered: boolean;
	isBusy: boolean;
	/** Why the last attempt failed, in the chat's language. */
	problem: string | undefined;
}

const START: State = {
	step: 'offer',
	address: '',
	code: '',
	mailed: 0,
	wasOffered: false,
	isBusy: false,
	problem: undefined,
};
const stateAtom = atomPerVisit(START);

export const emailCodeAtom: Atom<State> = stateAtom;

const change = (changes: Partial<State>) => (state: State) => ({ ...state, ...changes });

/** Undefined until it is known. */
const isProvenAtom = atom((get) => {
	if (get(authTokenAtom) === undefined) return false;
	const contact = get(contactAtom);
	return contact && (contact.has_proven_email === true || Boolean(contact.identifier));
});

/**
 * Whether the visitor may ask for a code: users of the site, and who has given one, have no use for
 * it.
 */
export const isEmailCodeOfferedAtom = atom(
	(get) =>
		get(stateAtom).step !== 'offer' ||
		get(stateAtom).wasOffered ||
		(get(isProvenAtom) === false &&
			!get(sessionAtom)?.identifier &&
			!get(widgetPageAtom).globalConfig.DISABLE_USER_PROFILE_UPDATE),
);

/**
 * Goes on with a code that was asked for before a page load; else finds out whether the visitor may
 * ask for one. Never rejects.
 */
export const prepareEmailCode = atom(null, async (get, set) => {
	set(resumeAwaitedCode);
	const awaited = get(awaitedCodeAtom);
	if (awaited && get(stateAtom).step === 'offer') {
		return set(stateAtom, change({ step: 'code', address: awaited.address, mailed: 1 }));
	}
	if (get(authTokenAtom) === undefined || get(contactAtom)) return;
	try {
		await set(loadContact);
	} catch (error) {
		console.debug('live-chat-widget: no code is offered', error);
	}
});

export const askForEmailAddress = atom(null, (_get, set, address: string) => {
	set(endAwaitedCode);
	set(stateAtom, change({ step: 'address', address, problem: undefined }));
});

export const cancelEmailCode = atom(null, (_get, set) => set(stateAtom, () => ({ ...START, wasOffered: true })));

export const typeEmailAddress = atom(null, (_get, set, address: string) =>
	set(stateAtom, change({ address, problem: undefined })),
);

/** The code is sent as soon as it is whole. */
export const typeEmailCode = atom(null, (_get, set, code: string) => {
	set(stateAtom, change({ code, problem: undefined }));
	if (readDigits(code).length === CODE_LENGTH) void set(confirmEmailCode);
});

/** Has a code mailed to the typed address, also in place of one before. Never rejects. */
export const requestEmailCode = atom(null, (get, set) =>
	set(attempt, async () => {
		const { step, address } = get(stateAtom);
		const input = { body: { email: address.trim() } };
		await callAsVisitor(get, set, widgetRoutes.requestEmailCode, input, { timeout: SEND_TIMEOUT });
		if (get(stateAtom).step !== step) return;
		set(awaitCode, address);
		set(stateAtom, (state) => ({ ...state, step: 'code', code: '', mailed: state.mailed + 1 }));
	}),
);

/** Tries the typed code. Never rejects. */
export const confirmEmailCode = atom(null, (get, set) =>
	set(attempt, async () => {
		const code = readDigits(get(stateAtom).code);
		// The server would count it as one of the few tries.
		if (code.length !== CODE_LENGTH) return set(stateAtom, change({ problem: describeWrongCode() }));
		const input = { body: { code } };
		const answer = await callAsVisitor(get, set, widgetRoutes.confirmEmailCode, input, { timeout: SEND_TIMEOUT });
		set(endAwaitedCode);
		// Everything is read again: by the new token there is more.
		set(switchUser, answer.widget_auth_token);
		set(stateAtom, change({ isBusy: true }));
		await set(ensureSession);
		const { payload } = await callChannel(get, widgetRoutes.listConversations, {}, { timeout: SEND_TIMEOUT });
		const hasSome = payload.some(({ last_message }) => last_message !== null);
		set(stateAtom, change({ step: hasSome ? 'found' : 'nothing' }));
		if (hasSome) set(askForHistory);
	}),
);

function readDigits(code: string): string {
	return plainDigits(code).replaceAll(/\D/g, '');
}

/**
 * Runs one attempt at a time. What is typed stays. Its outcome is of no use to a visitor who has
 * gone back.
 */
const attempt = atom(null, async (get, set, task: () => Promise<void>) => {
	const { step, isBusy } = get(stateAtom);
	if (isBusy) return;
	set(stateAtom, change({ isBusy: true, problem: undefined }));
	try {
		await task();
	} catch (error) {
		if (isAborted(error)) return;
		console.debug('live-chat-widget: the code by email failed', error);
		if (get(stateAtom).step === step) set(stateAtom, change({ problem: describeFailure(error) }));
	}
	set(stateAtom, change({ isBusy: false }));
});

function describeWrongCode(): string {
	return i18n._(msg`This code is not right.`);
}

function describeFailure(error: unknown): string {
	const code = codeOf(error);
	if (code === 'EMAIL_CODE_WRONG') return describeWrongCode();
	if (code === 'EMAIL_CODE_OVER') return i18n._(msg`This code is no longer valid. Ask for another one.`);
	const isTooOften = error instanceof RequestError && error.status === 429;
	if (isTooOften) return i18n._(msg`Too many attempts. Wait a few minutes and try again.`);
	const isRefused = error instanceof RequestError && error.status === 422;
	return isRefused
		? i18n._(msg`Please enter a valid email address`)
		: i18n._(msg`There was an error, please try again`);
}
