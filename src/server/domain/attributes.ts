/** Limits and merging of free attributes (docs/wire.md, Contact and Conversations). */
import type { AttributeKind, Attributes } from '#protocol/attributes.ts';
import { hasAtMost } from '#protocol/characters.ts';
import { ATTRIBUTE_NUMBER_MAX, ATTRIBUTE_TEXT_MAX, ATTRIBUTES_MAX } from '#protocol/limits.ts';
import { Problem } from '../base/problem.ts';

/** The same, for storing. Throws a problem for custom texts and numbers that are too large, and for what is too large as a whole. */
export function checkAttributes(kind: AttributeKind, attributes: Attributes): Attributes {
	if (kind === 'custom_attributes') checkValues(attributes);
	if (!hasRoom(attributes)) throw new Problem({ code: 'ATTRIBUTES_TOO_LARGE', kind, maximum: ATTRIBUTES_MAX });
	return attributes;
}

function checkValues(attributes: Attributes): void {
	for (const [key, value] of Object.entries(attributes)) {
		if (typeof value === 'string' && !hasAtMost(ATTRIBUTE_TEXT_MAX, value)) {
			throw new Problem({ code: 'ATTRIBUTE_TEXT_TOO_LONG', key, maximum: ATTRIBUTE_TEXT_MAX });
		}
		if (typeof value === 'number' && Math.abs(value) > ATTRIBUTE_NUMBER_MAX) {
			throw new Problem({ code: 'ATTRIBUTE_NUMBER_TOO_LARGE', key, maximum: ATTRIBUTE_NUMBER_MAX });
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

/** Merges the attributes of two records. Where there is no room for both, the surviving record keeps its own: that is no reason to refuse the merge. */
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
