/** The rules for answers and their error messages, in one table. */
import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { PreChatRule } from '#protocol/entities/channel.ts';
import { isEmailAddress } from '../contact/emailAddress.ts';

/** The rules that a channel can set, and those that follow from a field's type. */
export type Rule =
	| PreChatRule
	| { rule: 'required'; text?: MessageDescriptor }
	| { rule: 'in'; values: readonly string[] }
	| { rule: 'matches'; pattern: RegExp; cue: string }
	| { rule: 'dial_code' }
	| { rule: 'valid_phone'; isValid: (number: string) => boolean };

/** The answer that a rule checks. */
export interface Subject {
	label: string;
	/** Whether bounds are for its value instead of for its length. */
	isNumber: boolean;
}

/**
 * Makes the error message, in which numbers are written by `write`; a channel's own message is
 * returned as it is.
 */
export type Problem = (write: WriteNumber) => MessageDescriptor | string;

type WriteNumber = (number: number) => string;

interface Definition<R extends Rule> {
	holds: (value: string, rule: R, subject: Subject) => boolean;
	text: (rule: R, subject: Subject, write: WriteNumber) => MessageDescriptor | string;
}

type RuleName = Rule['rule'];
/** The type of the rule with a given name. */
type RuleOf<N extends RuleName> = Rule extends infer R
	? R extends { rule: infer M }
		? N extends M
			? R
			: never
		: never
	: never;

const RULES: { [N in RuleName]: Definition<RuleOf<N>> } = {
	required: {
		holds: (value) => value !== '',
		text: ({ text }, { label }) => text ?? msg`${label} is required`,
	},
	email: {
		holds: isEmailAddress,
		text: () => msg`Please enter a valid email address`,
	},
	url: {
		holds: (value) => /^https?:\/\//i.test(value) && URL.canParse(value),
		text: () => msg`Please enter a valid URL`,
	},
	number: {
		holds: (value) => !Number.isNaN(readNumber(value)),
		text: (_, { label }) => msg`${label} must be a number`,
	},
	min: {
		holds: (value, { min }, subject) => sizeOf(value, subject) >= min,
		text: ({ min }, { label, isNumber }, write) =>
			isNumber
				? msg`${label} must be at least ${{ min: write(min) }}`
				: msg`${label} must be at least ${plural(min, { one: '# character', other: '# characters' })} long`,
	},
	max: {
		holds: (value, { max }, subject) => sizeOf(value, subject) <= max,
		text: ({ max }, { label, isNumber }, write) =>
			isNumber
				? msg`${label} must be at most ${{ max: write(max) }}`
				: msg`${label} must be at most ${plural(max, { one: '# character', other: '# characters' })} long`,
	},
	between: {
		holds: (value, { min, max }, subject) => sizeOf(value, subject) >= min && sizeOf(value, subject) <= max,
		text: ({ min, max }, { label, isNumber }, write) =>
			isNumber
				? msg`${label} must be between ${{ min: write(min) }} and ${{ max: write(max) }}`
				: msg`${label} must be between ${{ min: write(min) }} and ${plural(max, { one: '# character', other: '# characters' })} long`,
	},
	in: {
		holds: (value, { values }) => values.includes(value),
		text: () => msg`Invalid field value`,
	},
	matches: {
		holds: (value, { pattern }) => pattern.test(value),
		text: ({ cue }) => cue || msg`Invalid field value`,
	},
	digits: {
		holds: (value) => /^\d+$/.test(value),
		text: (_, { label }) => msg`${label} must contain only digits`,
	},
	domain: {
		holds: (value) => /^([a-z\d-]+\.)+[a-z]{2,}$/i.test(value),
		text: () => msg`Please enter a valid domain name`,
	},
	dial_code: {
		holds: (value) => value.startsWith('+'),
		text: () => msg`Please select a country code`,
	},
	// No phone number has fewer than five digits, and the server drops those with more than
	// fifteen.
	phone: {
		holds: (value) => /^\+[1-9]\d{4,14}$/.test(value),
		text: () => msg`Please enter a valid phone number`,
	},
	phone_without_dial_code: {
		holds: (value) => /^\d{1,14}$/.test(value),
		text: () => msg`Please enter a valid phone number`,
	},
	valid_phone: {
		holds: (value, { isValid }) => isValid(value),
		text: () => msg`Please enter a valid phone number`,
	},
};

/**
 * The first rule that an answer breaks, or undefined. An empty answer only breaks the rule that one
 * is required.
 */
export function findProblem(answer: string, rules: readonly Rule[], subject: Subject): Problem | undefined {
	const value = answer.trim();
	const judged = value === '' ? rules.filter(({ rule }) => rule === 'required') : rules;
	const broken = judged.find((rule) => !definitionOf(rule).holds(value, rule, subject));
	return broken && ((write) => definitionOf(broken).text(broken, subject, write));
}

/** The number in a text, with a point or a comma; NaN for any other text. */
export function readNumber(value: string): number {
	return /^[+-]?\d+([.,]\d+)?$/.test(value) ? Number(value.replace(',', '.')) : Number.NaN;
}

function sizeOf(value: string, { isNumber }: Subject): number {
	return isNumber ? readNumber(value) : value.length;
}

// TypeScript does not know that the definition found by a rule's name takes that rule.
function definitionOf({ rule }: Rule): Definition<Rule> {
	return RULES[rule] as Definition<Rule>;
}
