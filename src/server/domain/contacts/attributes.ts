/** Limits and merging of free attributes (docs/wire.md, Contact and Conversations). */
import type { AttributeKind, Attributes } from '#protocol/entities/attributes.ts';
import { hasAtMost } from '#protocol/base/characters.ts';
import { ATTRIBUTE_NUMBER_MAX, ATTRIBUTE_TEXT_MAX } from '#protocol/base/limits.ts';
import { Problem } from '../../base/problem.ts';

/**
 * Bytes, as JSON, of all attributes of one kind of a contact or a conversation. They are limited
 * because a contact's go along with each of its messages.
 */
const ATTRIBUTES_MAX = 32_000;

/**
 * The attributes in storable form. Throws a problem when a custom text or number is too large, or
 * all together are.
 */
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

/** Values of `change` win; objects that are on both sides are merged recursively. */
export function mergeAttributes(stored: Attributes, change: Attributes): Attributes {
	const changed = Object.entries(change).map(([key, value]) => {
		const old = attributeNamed(stored, key);
		return [key, isObject(old) && isObject(value) ? mergeAttributes(old, value) : value] as const;
	});
	return Object.fromEntries([...Object.entries(stored), ...changed]);
}

/**
 * Undefined where there is none: every object would answer to a name such as `constructor`, which
 * people may choose.
 */
export function attributeNamed(attributes: Attributes, key: string): unknown {
	return Object.hasOwn(attributes, key) ? attributes[key] : undefined;
}

/**
 * Merges the attributes of two records. Where both together would be too large, the surviving
 * record keeps only its own, since the merge itself must not be refused.
 */
export function absorbAttributes(survivor: Attributes, absorbed: Attributes): Attributes {
	const merged = mergeAttributes(absorbed, survivor);
	return hasRoom(merged) ? merged : survivor;
}

/** The attributes without the named ones. */
export function omitAttributes(stored: Attributes, names: readonly string[]): Attributes {
	return Object.fromEntries(Object.entries(stored).filter(([name]) => !names.includes(name)));
}

/** As a cell of a table. */
export function attributeText(value: unknown): string {
	return typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value);
}

function isObject(value: unknown): value is Attributes {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
