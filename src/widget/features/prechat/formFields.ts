/**
 * How each field of the form is drawn, what its answer has to be, and where the answer is stored.
 */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PreChatField } from '#protocol/entities/channel.ts';
import { ATTRIBUTE_NUMBER_MAX, ATTRIBUTE_TEXT_MAX, NAME_MAX } from '#protocol/base/limits.ts';
import { parsePattern } from './pattern.ts';
import type { Rule } from './rules.ts';

export type Control = 'text' | 'email' | 'url' | 'number' | 'date' | 'list' | 'checkbox' | 'phone';

export interface FormField {
	/** Unique key of the field, and the name of its control. */
	key: string;
	/** The name that the server knows the field by. */
	name: string;
	goesTo: PreChatField['field_type'];
	control: Control;
	label: string;
	placeholder: string;
	isRequired: boolean;
	/** The options of a list, and what the visitor reads in place of each. */
	values: readonly string[];
	valueLabels: readonly string[];
	autoComplete: string | undefined;
	rules: readonly Rule[];
	visible_when: PreChatField['visible_when'];
}

interface Standard {
	control: Control;
	autoComplete: string;
	/** The error where a required answer is missing. */
	missing: MessageDescriptor;
	rules: readonly Rule[];
}

/** Owners name fields and types as they like: every object would answer to `constructor`. */
function entryOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
	return Object.hasOwn(table, name) ? table[name] : undefined;
}

const STANDARD: Record<string, Standard> = {
	emailAddress: {
		control: 'email',
		autoComplete: 'email',
		missing: msg`Email Address is required`,
		rules: [{ rule: 'email' }],
	},
	fullName: {
		control: 'text',
		autoComplete: 'name',
		missing: msg`Full Name is required`,
		rules: [{ rule: 'max', max: NAME_MAX }],
	},
	phoneNumber: {
		control: 'phone',
		autoComplete: 'tel',
		missing: msg`Phone Number is required`,
		rules: [{ rule: 'dial_code' }, { rule: 'phone' }],
	},
};

/** The longest text that the server stores in an attribute. */
const TEXT: readonly Rule[] = [{ rule: 'max', max: ATTRIBUTE_TEXT_MAX }];
const NUMBER: readonly Rule[] = [
	{ rule: 'number' },
	{ rule: 'between', min: -ATTRIBUTE_NUMBER_MAX, max: ATTRIBUTE_NUMBER_MAX },
];

/** Attribute type → control and rules; any other type is text. */
const CUSTOM: Record<string, { control: Control; rules: readonly Rule[] }> = {
	number: { control: 'number', rules: NUMBER },
	currency: { control: 'number', rules: NUMBER },
	percent: { control: 'number', rules: NUMBER },
	link: { control: 'url', rules: [{ rule: 'url' }, ...TEXT] },
	date: { control: 'date', rules: [] },
	list: { control: 'list', rules: [] },
	checkbox: { control: 'checkbox', rules: [] },
};

export function describeField(field: PreChatField): FormField {
	const { field_type: goesTo, name, type, label, required, visible_when } = field;
	// Chatwoot sends null for a missing placeholder.
	const placeholder = field.placeholder ?? '';
	const values = field.values ?? [];
	const standard = goesTo === 'standard' ? entryOf(STANDARD, name) : undefined;
	const { control, rules } = standard ?? entryOf(CUSTOM, type) ?? { control: 'text', rules: TEXT };
	return {
		key: `${goesTo}:${name}`,
		name,
		goesTo,
		control,
		label: label || placeholder || name,
		placeholder,
		isRequired: required,
		values,
		valueLabels: field.value_labels ?? values,
		autoComplete: standard?.autoComplete,
		visible_when,
		rules: [
			...(required ? [{ rule: 'required', ...(standard && { text: standard.missing }) } as const] : []),
			...rules,
			...(control === 'list' ? [{ rule: 'in', values } as const] : []),
			...patternOf(field, control),
			...(field.rules ?? []),
		],
	};
}

function patternOf({ regex_pattern, regex_cue }: PreChatField, control: Control): Rule[] {
	const pattern =
		regex_pattern && (control === 'text' || control === 'number') ? parsePattern(regex_pattern) : undefined;
	return pattern ? [{ rule: 'matches', pattern, cue: regex_cue ?? '' }] : [];
}
