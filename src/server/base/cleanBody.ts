/** Makes a parsed body safe to store, even if an attacker sent it. */
import { Problem } from './problem.ts';

/** No honest request is nested deeper, and recursive functions would exhaust the stack. */
const MAX_DEPTH = 32;

/** A copy that contains storable text only. Throws NESTED_TOO_DEEPLY. */
export function cleanBody(value: unknown, depth = 0): unknown {
	if (typeof value === 'string') return storableText(value);
	if (typeof value !== 'object' || value === null) return value;
	if (depth > MAX_DEPTH) throw new Problem({ code: 'NESTED_TOO_DEEPLY', maximum: MAX_DEPTH });
	if (Array.isArray(value)) return value.map((item) => cleanBody(item, depth + 1));
	return Object.fromEntries(
		Object.entries(value).map(([key, item]) => [storableText(key), cleanBody(item, depth + 1)]),
	);
}

/** Removes NUL characters and replaces unpaired surrogates by U+FFFD: PostgreSQL can store neither. */
export function storableText(text: string): string {
	return withoutNul(text).toWellFormed();
}

export function withoutNul(text: string): string {
	return text.replaceAll('\0', '');
}
