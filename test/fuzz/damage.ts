/**
 * Makes requests malformed or hostile: what is sent is missing, of the wrong type, huge, or an
 * attack.
 */
import { attackStrings } from '../support/attackStrings.ts';
import type { Random } from '../support/random.ts';

/** A copy with a part missing, or with one that does not belong there. */
export function damage(value: unknown, random: Random): unknown {
	if (typeof value !== 'object' || value === null || Object.keys(value).length === 0 || random.below(6) === 0)
		return random.oneOf(HOSTILE)();
	const key = random.oneOf(Object.keys(value));
	if (Array.isArray(value)) return value.map((item, index) => (String(index) === key ? damage(item, random) : item));
	const { [key]: inner, ...others } = value as Record<string, unknown>;
	switch (random.below(5)) {
		case 0:
			return others;
		case 1:
			return { ...value, [random.oneOf(NAMES)]: random.oneOf(HOSTILE)() };
		default:
			return { ...others, [key]: damage(inner, random) };
	}
}

const NAMES = ['__proto__', 'constructor', 'toString', 'id', 'account_id', '', 'a.b', 'a[b]', '0', '\u0000'];

/** Functions, since some of the values are large. */
export const HOSTILE: readonly (() => unknown)[] = [
	...[null, true, false, 0, -1, 1.5, 1e308, -1e308, 2 ** 53, 2 ** 31, 2 ** 63, '', ' ', '0', '-1', 'NaN', '1e999'].map(
		(value) => () => value,
	),
	...[
		'9'.repeat(30),
		'\u0000',
		'\uD800',
		'\u202E',
		'%00',
		'../../etc/passwd',
		'{}',
		'[]',
		'null',
		'x\r\nX-Header: y',
	].map((value) => () => value),
	...attackStrings.map(
		({ text }) =>
			() =>
				text,
	),
	() => 'x'.repeat(300),
	() => '👩‍👩‍👧‍👦'.repeat(2_000),
	() => 'x'.repeat(200_000),
	() => [],
	() => ({}),
	() => Array.from({ length: 2_000 }, () => null),
	() => Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`key${index}`, index])),
	() => nested(100),
	() => nested(1_000),
	() => JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}') as unknown,
];

function nested(levels: number): unknown {
	let value: unknown = 1;
	for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
	return value;
}
