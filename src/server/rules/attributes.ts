/** Limits and merging of free attributes (wire-contract 1.6, 1.8). */
import type { Attributes } from '#protocol/attributes.ts';
import { ATTRIBUTE_NUMBER_MAX, ATTRIBUTE_TEXT_MAX } from '#protocol/limits.ts';
import { invalid } from '../http/refusal.ts';

/** Refuses (422) texts and numbers that are too large. */
export function checkAttributes(attributes: Attributes): void {
	for (const [key, value] of Object.entries(attributes)) {
		if (typeof value === 'string' && value.length > ATTRIBUTE_TEXT_MAX) {
			throw invalid(`Custom attributes ${key} length should be < ${ATTRIBUTE_TEXT_MAX}`, ['custom_attributes']);
		}
		if (typeof value === 'number' && Math.abs(value) > ATTRIBUTE_NUMBER_MAX) {
			throw invalid(`Custom attributes ${key} value should be < ${ATTRIBUTE_NUMBER_MAX}`, ['custom_attributes']);
		}
	}
}

/** `change` wins; objects on both sides are merged in turn. */
export function mergeAttributes(stored: Attributes, change: Attributes): Attributes {
	const merged: Attributes = { ...stored };
	for (const [key, value] of Object.entries(change)) {
		const old = merged[key];
		merged[key] = isObject(old) && isObject(value) ? mergeAttributes(old, value) : value;
	}
	return merged;
}

/** Those that are left without the named ones. */
export function omitAttributes(stored: Attributes, names: readonly string[]): Attributes {
	return Object.fromEntries(Object.entries(stored).filter(([name]) => !names.includes(name)));
}

function isObject(value: unknown): value is Attributes {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
