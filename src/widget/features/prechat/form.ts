/**
 * The state of the form: each field with the typed value, the answer that it means, and its error.
 */
import { msg } from '@lingui/core/macro';
import { type Atom, atom, type Getter } from 'jotai/vanilla';
import { MESSAGE_MAX } from '#protocol/base/limits.ts';
import { listVisibleFields } from '#protocol/entities/visibleWhen.ts';
import { loadChunk } from '#client/chunk.ts';
import { activeCampaignAtom } from '../campaigns/campaigns.ts';
import { draftAtom } from '../messages/draft.ts';
import { describeField, type FormField } from './formFields.ts';
import { formDraftAtom } from './formDraft.ts';
import { guessCountry } from './ownCountry.ts';
import { fieldsToAskAtom, isConsentNeededAtom } from './prechat.ts';
import { findProblem, type Problem, readNumber, type Rule } from './rules.ts';

type Phones = typeof import('./phones.ts');

export interface Entry {
	field: FormField;
	/** The value as typed. */
	value: string;
	/** The answer as it will be sent; '' for none. */
	answer: string;
	problem: Problem | undefined;
}

const MESSAGE_RULES: readonly Rule[] = [
	{ rule: 'required', text: msg`Message too short` },
	{ rule: 'max', max: MESSAGE_MAX },
];

const CONSENT_RULES: readonly Rule[] = [{ rule: 'required', text: msg`Required` }];

const loadedPhonesAtom = atom<Phones>();

/** Undefined until it is loaded; without it, numbers have to begin with a plus. */
export const phonesAtom: Atom<Phones | undefined> = loadedPhonesAtom;

const fieldsAtom = atom((get) => get(fieldsToAskAtom).map(describeField));

/** The entries of the fields that are shown, in the order of the form. */
export const entriesAtom = atom((get) => {
	const entries = get(fieldsAtom).map((field) => ({ ...field, entry: entryOf(get, field) }));
	return listVisibleFields(entries, ({ entry }) => String(wireValue(entry))).map(({ entry }) => entry);
});

/** The answer as it is stored. */
export function wireValue({ field, answer }: Entry): string | number | boolean {
	if (field.control === 'checkbox') return answer === 'true';
	return field.control === 'number' ? readNumber(answer) : answer;
}

/** Whether the form ends with a message; a conversation that begins with a campaign needs none. */
export const hasMessageFieldAtom = atom((get) => get(activeCampaignAtom) === undefined);

/** The error of the message at the form's end; `label` is the field's name on the screen. */
export const messageProblemAtom = atom(
	(get) => (label: string) =>
		get(hasMessageFieldAtom) ? findProblem(get(draftAtom), MESSAGE_RULES, { label, isNumber: false }) : undefined,
);

/** Names of the controls for the message and the consent; no field has such a key. */
export const MESSAGE_KEY = 'message';
export const CONSENT_KEY = 'consent';

/** The visitor's consent to the channel's terms; undefined where the form does not ask for it. */
export const consentAtom = atom((get) => {
	if (!get(isConsentNeededAtom)) return undefined;
	const value = get(formDraftAtom).values[CONSENT_KEY] ?? '';
	return { value, problem: findProblem(value, CONSENT_RULES, { label: '', isNumber: false }) };
});

/**
 * Answers the key of the first invalid field. It reads the values typed so far, which React may not
 * have drawn yet.
 */
export const findWrongField = atom(null, (get): string | undefined => {
	const entry = get(entriesAtom).find(({ problem }) => problem !== undefined);
	if (entry) return entry.field.key;
	if (get(messageProblemAtom)('') !== undefined) return MESSAGE_KEY;
	return get(consentAtom)?.problem === undefined ? undefined : CONSENT_KEY;
});

const guessedCountryAtom = atom((get) => {
	const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
	return guessCountry(get(phonesAtom)?.DIAL_CODES.keys() ?? [], timeZone, navigator.language);
});

/** The region of numbers without a dial code: the chosen one, else the visitor's probable one. */
export const countryAtom = atom((get) => get(formDraftAtom).country ?? get(guessedCountryAtom));

/**
 * Loads the rules for phone numbers. Never rejects: without them, numbers have to begin with a
 * plus.
 */
export const loadPhones = atom(null, async (get, set) => {
	if (get(loadedPhonesAtom)) return;
	try {
		set(loadedPhonesAtom, await loadChunk(() => import('./phones.ts')));
	} catch (error) {
		console.debug('live-chat-widget: what there is to know about phone numbers was not loaded', error);
	}
});

function entryOf(get: Getter, field: FormField): Entry {
	const value = get(formDraftAtom).values[field.key] ?? '';
	const phones = get(phonesAtom);
	const subject = { label: field.label, isNumber: field.control === 'number' };
	if (field.control !== 'phone' || value.trim() === '') {
		return { field, value, answer: value.trim(), problem: findProblem(value, field.rules, subject) };
	}
	const country = get(countryAtom) ?? '';
	const answer =
		phones?.readPhone(value, country).number ?? withDialCode(withoutGaps(value), phones?.DIAL_CODES.get(country));
	const rules: readonly Rule[] = phones
		? [...field.rules, { rule: 'valid_phone', isValid: phones.isValidPhone }]
		: field.rules;
	return { field, value, answer, problem: findProblem(answer, rules, subject) };
}

/**
 * Adds the chosen dial code even to a number that is invalid in that country, so that the visitor
 * sees its error; there is no other country to try.
 */
function withDialCode(number: string, dialCode: string | undefined): string {
	return dialCode === undefined || number.startsWith('+') ? number : `+${dialCode}${number}`;
}

function withoutGaps(number: string): string {
	return number.replace(/[\s()./-]/g, '');
}
