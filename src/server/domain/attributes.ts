/** Limits and merging of free attributes (wire-contract 1.6, 1.8). */
import type { Attributes } from '#protocol/attributes.ts';
import { ATTRIBUTE_NUMBER_MAX, ATTRIBUTE_TEXT_MAX, ATTRIBUTES_MAX } from '#protocol/limits.ts';
import { invalid } from '../http/refusal.ts';

type Kind = 'custom_attributes' | 'additional_attributes';

/** The same, for storing. Refuses (422) custom texts and numbers that are too large, and what is too large as a whole. */
export function checkAttributes(kind: Kind, attributes: Attributes): Attributes {
	if (kind === 'custom_attributes') checkValues(attributes);
	if (!hasRoom(attributes)) throw invalid(`${LABELS[kind]} are too large (maximum is ${ATTRIBUTES_MAX} bytes)`, [kind]);
	return attributes;
}

const LABELS: Record<Kind, string> = {
	custom_attributes: 'Custom attributes',
	additional_attributes: 'Additional attributes',
};

function checkValues(attributes: Attributes): void {
	for (const [key, value] of Object.entries(attributes)) {
		if (typeof value === 'string' && value.length > ATTRIBUTE_TEXT_MAX) {
			throw invalid(`Custom attributes ${key} length should be < ${ATTRIBUTE_TEXT_MAX}`, ['custom_attributes']);
		}
		if (typeof value === 'number' && Math.abs(value) > ATTRIBUTE_NUMBER_MAX) {
			throw invalid(`Custom attributes ${key} value should be < ${ATTRIBUTE_NUMBER_MAX}`, ['custom_attributes']);
		}
	}
}

function hasRoom(attributes: Attributes): boolean {
	return Buffer.byteLength(JSON.stringify(attributes)) <= ATTRIBUTES_MAX;
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

/** Of two records that become one. Where there is no room for both, the survivor keeps its own: nobody is refused for it. */
export function absorbAttributes(survivor: Attributes, absorbed: Attributes): Attributes {
	const merged = mergeAttributes(absorbed, survivor);
	return hasRoom(merged) ? merged : survivor;
}

/** Those that are left without the named ones. */
export function omitAttributes(stored: Attributes, names: readonly string[]): Attributes {
	return Object.fromEntries(Object.entries(stored).filter(([name]) => !names.includes(name)));
}

function isObject(value: unknown): value is Attributes {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
