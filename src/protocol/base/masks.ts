/**
 * What is masked in visitors' messages before they are sent: `cards`, or a pattern of the owner's,
 * a regular expression in which nothing repeats without bound (docs/guide/channel.md).
 */
import * as v from 'valibot';
import { CARDS } from './cards.ts';

const ATOM = /\\[dwsb]|\\[^\w\s]|\[\^?(?:\\[dws]|\\[^\w\s]|[^\\[\]])+\]|[^\\[\](){}*+?|^$]/y;
const COUNT = /\?|\{(\d{1,2})(?:,(\d{1,2}))?\}/y;
/** The longest text that a pattern may match, in characters. */
const LENGTH_MAX = 64;
/** In how many ways its counts may divide a text. */
const WAYS_MAX = 100;

/**
 * Whether a pattern needs a time that is proportional to the text's length, whatever the text: it
 * consists of characters, classes such as `\d` or `[A-Z]`, `\b`, and counts such as `?`, `{4}` or
 * `{2,6}`, and matches 64 characters at most.
 */
export function isLinear(pattern: string): boolean {
	let at = 0;
	let length = 0;
	let ways = 1;
	while (at < pattern.length) {
		ATOM.lastIndex = at;
		const [atom] = ATOM.exec(pattern) ?? [];
		if (atom === undefined) return false;
		at += atom.length;
		COUNT.lastIndex = at;
		const [count = '', least = '', most = least] = COUNT.exec(pattern) ?? [];
		const [min, max] = count === '?' ? [0, 1] : count ? [Number(least), Number(most)] : [1, 1];
		if (max < min || (count && atom === '\\b')) return false;
		at += count.length;
		length += atom === '\\b' ? 0 : max;
		ways *= max - min + 1;
	}
	return length > 0 && length <= LENGTH_MAX && ways <= WAYS_MAX && compiles(pattern);
}

function compiles(pattern: string): boolean {
	try {
		return !new RegExp(pattern, 'u').test('');
	} catch {
		return false;
	}
}

export const Mask = v.pipe(
	v.string(),
	v.maxLength(255, 'is too long'),
	v.check((mask) => mask === CARDS || isLinear(mask), `must be ${CARDS}, or a pattern without *, +, | and groups`),
);
