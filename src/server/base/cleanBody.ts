/** Makes any parsed body safe to store, whatever a stranger sent. */
import { Problem } from './problem.ts';

/** Nesting beyond this is no honest request, and would exhaust the stack of whatever walks it. */
const MAX_DEPTH = 32;

/** A copy of nothing but storable text. Throws NESTED_TOO_DEEPLY for what is nested too deeply. */
export function cleanBody(value: unknown, depth = 0): unknown {
	if (typeof value === 'string') return storableText(value);
	if (typeof value !== 'object' || value === null) return value;
	if (depth > MAX_DEPTH) throw new Problem({ code: 'NESTED_TOO_DEEPLY', maximum: MAX_DEPTH });
	if (Array.isArray(value)) return value.map((item) => cleanBody(item, depth + 1));
	return Object.fromEntries(
		Object.entries(value).map(([key, item]) => [storableText(key), cleanBody(item, depth + 1)]),
	);
}

/** Without NUL characters and with U+FFFD for each half of a character: PostgreSQL can store neither. */
export function storableText(text: string): string {
	return text.replaceAll('\0', '').toWellFormed();
}
