/** Makes a parsed body safe to store, even if an attacker sent it. */
import { Problem } from './problem.ts';

/** No honest request is nested deeper, and recursive functions would exhaust the stack. */
const MAX_DEPTH = 32;

/** A copy that contains storable text only, or what else `clean` leaves of a text. Throws NESTED_TOO_DEEPLY. */
export function cleanBody(value: unknown, clean = storableText, depth = 0): unknown {
	if (typeof value === 'string') return clean(value);
	if (typeof value !== 'object' || value === null) return value;
	if (depth > MAX_DEPTH) throw new Problem({ code: 'NESTED_TOO_DEEPLY', maximum: MAX_DEPTH });
	if (Array.isArray(value)) return value.map((item) => cleanBody(item, clean, depth + 1));
	return Object.fromEntries(
		Object.entries(value).map(([key, item]) => [clean(key), cleanBody(item, clean, depth + 1)]),
	);
}

/** Removes NUL characters and replaces unpaired surrogates by U+FFFD: PostgreSQL can store neither. */
export function storableText(text: string): string {
	return withoutNul(text).toWellFormed();
}

export function withoutNul(text: string): string {
	return text.replaceAll('\0', '');
}
