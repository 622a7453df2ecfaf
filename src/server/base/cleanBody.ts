/** Makes a parsed body safe to store, even if an attacker sent it. */
import { Problem } from './problem.ts';

/** No honest request is nested deeper, and recursive functions would exhaust the stack. */
const MAX_DEPTH = 32;

/** Nor has it more members and items: to copy and check each would keep all others waiting. */
const MAX_VALUES = 10_000;

/** A copy that contains storable text only. Throws NESTED_TOO_DEEPLY, or TOO_MANY_VALUES. */
export function cleanBody(value: unknown): unknown {
	let left = MAX_VALUES;
	const clean = (part: unknown, depth: number): unknown => {
		if (typeof part === 'string') return storableText(part);
		if (typeof part !== 'object' || part === null) return part;
		if (depth > MAX_DEPTH) throw new Problem({ code: 'NESTED_TOO_DEEPLY', maximum: MAX_DEPTH });
		left -= Array.isArray(part) ? part.length : Object.keys(part).length;
		if (left < 0) throw new Problem({ code: 'TOO_MANY_VALUES', maximum: MAX_VALUES });
		if (Array.isArray(part)) return part.map((item) => clean(item, depth + 1));
		return Object.fromEntries(Object.entries(part).map(([key, item]) => [storableText(key), clean(item, depth + 1)]));
	};
	return clean(value, 0);
}

/**
 * Removes NUL characters and replaces unpaired surrogates by U+FFFD: PostgreSQL can store neither.
 */
export function storableText(text: string): string {
	return withoutNul(text).toWellFormed();
}

export function withoutNul(text: string): string {
	return text.replaceAll('\0', '');
}
