/** What the pre-chat form accepts, and its error messages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setupI18n } from '@lingui/core';
import type { PreChatField } from '#protocol/entities/channel.ts';
import { describeField } from '../../src/widget/features/prechat/formFields.ts';
import { parsePattern } from '../../src/widget/features/prechat/pattern.ts';
import { isValidPhone, readPhone } from '../../src/widget/features/prechat/phones.ts';
import { findProblem, type Problem, type Rule } from '../../src/widget/features/prechat/rules.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const TEXT = { label: 'Order', isNumber: false };
const NUMBER = { label: 'Seats', isNumber: true };

test('a name may have as many characters as the server accepts', () => {
	const { rules, label } = describeField({
		field_type: 'standard',
		name: 'fullName',
		type: 'text',
		label: 'Full name',
		required: false,
		enabled: true,
	});
	const problem = (name: string) => say(name, rules, { label, isNumber: false });
	assert.equal(problem('a'.repeat(255)), undefined);
	assert.equal(problem('a'.repeat(256)), 'Full name must be at most 255 characters long');
});

test('bounds are written in the digits of the language', () => {
	const persian = setupI18n({ locale: 'fa', messages: { fa: {} } });
	const bounds = { min: 1_500, max: 2_500 };
	for (const subject of [TEXT, NUMBER]) {
		for (const [rule, value] of [
			[{ rule: 'min', ...bounds }, '7'],
			[{ rule: 'max', ...bounds }, subject.isNumber ? '9000' : 'a'.repeat(9_000)],
			[{ rule: 'between', ...bounds }, '7'],
		] as const) {
			const text = sayProblem(findProblem(value, [rule], subject), persian) ?? '';
			assert.match(text, /۱٬۵۰۰|۲٬۵۰۰/);
			assert.doesNotMatch(text, /\d/);
		}
	}
});

type Vector = [rule: Rule, subject: typeof TEXT, good: string[], bad: string[], text: string];

const VECTORS: Vector[] = [
	[{ rule: 'required' }, TEXT, ['x', '0'], ['', ' ', '\n'], 'Order is required'],
	[
		{ rule: 'email' },
		TEXT,
		['ada@navy.example', 'a.b+c@d.co', ' ada@navy.example '],
		['ada', 'ada@navy', '@navy.example', 'a b@c.de'],
		'Please enter a valid email address',
	],
	[
		{ rule: 'url' },
		TEXT,
		['https://a.example/b?c#d', 'HTTP://a.example'],
		['a.example', 'javascript:alert(1)', 'ftp://a.example', 'https://', 'http'],
		'Please enter a valid URL',
	],
	[
		{ rule: 'number' },
		NUMBER,
		['0', '-1', '+2', '2.5', '2,5'],
		['two', '1e3', '1,000,000', '-'],
		'Seats must be a number',
	],
	[{ rule: 'min', min: 3 }, NUMBER, ['3', '3.1'], ['2.9', '-4', 'x'], 'Seats must be at least 3'],
	[{ rule: 'min', min: 3 }, TEXT, ['abc'], ['ab', ' ab '], 'Order must be at least 3 characters long'],
	[{ rule: 'min', min: 1 }, TEXT, ['a'], [], ''],
	[{ rule: 'max', max: 3 }, NUMBER, ['3', '-10'], ['4'], 'Seats must be at most 3'],
	[{ rule: 'max', max: 1 }, TEXT, ['a'], ['ab'], 'Order must be at most 1 character long'],
	[{ rule: 'between', min: 2, max: 4 }, NUMBER, ['2', '4'], ['1', '5'], 'Seats must be between 2 and 4'],
	[
		{ rule: 'between', min: 2, max: 4 },
		TEXT,
		['ab', 'abcd'],
		['a', 'abcde'],
		'Order must be between 2 and 4 characters long',
	],
	[{ rule: 'in', values: ['Free', 'Pro'] }, TEXT, ['Free'], ['free', 'Other'], 'Invalid field value'],
	[{ rule: 'matches', pattern: /^\d{5}$/, cue: 'Five digits' }, TEXT, ['12345'], ['1234', '123456'], 'Five digits'],
	[{ rule: 'matches', pattern: /^\d$/, cue: '' }, TEXT, ['1'], ['a'], 'Invalid field value'],
	[{ rule: 'digits' }, TEXT, ['007'], ['1.5', '-1', '1a'], 'Order must contain only digits'],
	[
		{ rule: 'domain' },
		TEXT,
		['example.com', 'a-b.example.co'],
		['example', 'example.c', 'https://example.com', 'a..com'],
		'Please enter a valid domain name',
	],
	[{ rule: 'dial_code' }, TEXT, ['+49'], ['0151', '49'], 'Please select a country code'],
	[
		{ rule: 'phone' },
		TEXT,
		['+49301', '+123456789012345'],
		['+4930', '+0123456', '49301234', '+1234567890123456'],
		'Please enter a valid phone number',
	],
	[
		{ rule: 'phone_without_dial_code' },
		TEXT,
		['1', '12345678901234'],
		['+1', '123456789012345', '1 2'],
		'Please enter a valid phone number',
	],
	[
		{ rule: 'valid_phone', isValid: isValidPhone },
		TEXT,
		['+4930901820', '+12133734253'],
		['+49301', '+99912345678'],
		'Please enter a valid phone number',
	],
];

for (const [rule, subject, good, bad, text] of VECTORS) {
	const name = JSON.stringify(rule, (_key, value: unknown) => (value instanceof RegExp ? String(value) : value));
	test(`${name} on a ${subject.isNumber ? 'number' : 'text'} takes what it should and names the rest`, () => {
		for (const value of good) assert.equal(say(value, [rule], subject), undefined, value);
		for (const value of bad) assert.equal(say(value, [rule], subject), text, value);
	});
}

test('an empty optional field is valid', () => {
	const rules = VECTORS.map(([rule]) => rule).filter(({ rule }) => rule !== 'required');
	assert.equal(say('', rules, TEXT), undefined);
	assert.equal(say('  ', rules, TEXT), undefined);
});

test('standard fields have their own texts for a missing value', () => {
	assert.equal(ask({ name: 'fullName' }, ''), 'Full Name is required');
	assert.equal(ask({ name: 'emailAddress' }, ''), 'Email Address is required');
	assert.equal(ask({ name: 'phoneNumber' }, ''), 'Phone Number is required');
});

test("a custom field is checked by its type, its pattern and the channel's rules", () => {
	const custom = { field_type: 'contact_attribute', name: 'x', label: 'X' } as const;
	assert.equal(ask({ ...custom, type: 'text' }, ''), 'X is required');
	assert.equal(ask({ ...custom, type: 'text' }, 'x'.repeat(1_501)), 'X must be at most 1,500 characters long');
	assert.equal(ask({ ...custom, type: 'number' }, 'many'), 'X must be a number');
	assert.match(ask({ ...custom, type: 'number' }, '10000000000') ?? '', /^X must be between/);
	assert.equal(ask({ ...custom, type: 'link' }, 'example'), 'Please enter a valid URL');
	assert.equal(ask({ ...custom, type: 'list', values: ['Free'] }, 'Pro'), 'Invalid field value');
	assert.equal(ask({ ...custom, type: 'text', regex_pattern: '/^a+$/i', regex_cue: 'Only a' }, 'ab'), 'Only a');
	assert.equal(ask({ ...custom, type: 'text', regex_pattern: '/^a+$/i' }, 'AA'), undefined);
	assert.equal(ask({ ...custom, type: 'text', regex_pattern: '/(/' }, 'anything'), undefined);
	assert.equal(ask({ ...custom, type: 'text', rules: [{ rule: 'digits' }] }, 'ab'), 'X must contain only digits');
	assert.equal(ask({ ...custom, type: 'unheard of' }, 'anything'), undefined);
});

test('a pattern is a text with slashes and flags; a malformed one is ignored', () => {
	assert.deepEqual(parsePattern('/^[0-9]{5}$/'), /^[0-9]{5}$/);
	assert.deepEqual(parsePattern('/a/b/i'), /a\/b/i);
	assert.deepEqual(parsePattern('/a/gy'), /a/);
	for (const malformed of ['^a$', '/a', '/(/', '/a/xx', '//', '']) assert.equal(parsePattern(malformed), undefined);
});

test("a number is read as the chosen country's, unless it names its own", () => {
	assert.deepEqual(readPhone('030 901820', 'DE'), { number: '+4930901820', country: undefined });
	assert.deepEqual(readPhone('(213) 373-4253', 'US'), { number: '+12133734253', country: undefined });
	assert.deepEqual(readPhone('+44 20 7946 0958', 'DE'), { number: '+442079460958', country: 'GB' });
	assert.equal(readPhone('call me', 'DE').number, undefined);
	assert.equal(readPhone('030 901820', undefined).number, undefined);
});

function sayProblem(problem: Problem | undefined, speaker = i18n): string | undefined {
	const text = problem?.((number) => speaker.number(number));
	return typeof text === 'object' ? speaker._(text) : text;
}

function say(value: string, rules: readonly Rule[], subject: typeof TEXT): string | undefined {
	return sayProblem(findProblem(value, rules, subject));
}

function ask(field: Partial<PreChatField>, value: string): string | undefined {
	const { label, control, rules } = describeField({
		field_type: 'standard',
		name: '',
		type: 'text',
		label: 'Label',
		required: true,
		enabled: true,
		...field,
	});
	return say(value, rules, { label, isNumber: control === 'number' });
}
