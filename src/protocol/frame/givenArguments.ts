/**
 * Checks what a page passes to a method of the tag. Some of the error texts are Chatwoot's
 * (docs/wire.md, Page and frame): pages that were written for Chatwoot may look for them.
 */
import { MESSAGE_MAX } from '../base/limits.ts';

/** The page passed an argument that cannot be used; the message says what it should be. */
export class ArgumentError extends Error {}

export function toIdentifier(value: unknown): string {
	if (typeof value !== 'string' && typeof value !== 'number') {
		throw new ArgumentError('Identifier should be a string or a number');
	}
	return String(value);
}

export function toAttributes(value: Record<string, unknown> | undefined): Record<string, unknown> {
	if (!value || Object.keys(value).length === 0) {
		throw new ArgumentError('Custom attributes should have atleast one key');
	}
	return value;
}

export function toAttributeName(value: string): string {
	if (!value) throw new ArgumentError('Custom attribute is required');
	return value;
}

export function toText(what: string, value: unknown): string {
	if (typeof value !== 'string' || value.trim() === '') {
		throw new ArgumentError(`${what} should be a text that is not blank`);
	}
	return value;
}

export function toMessage(value: unknown): string {
	const text = toText('Message', value);
	if (text.length > MESSAGE_MAX) throw new ArgumentError(`Message is over ${MESSAGE_MAX} characters`);
	return text;
}

/**
 * A view of the chat by its name, a conversation by its number, or an article by its slug or
 * address.
 */
export type View = 'home' | 'messages' | 'history' | number | (string & {});

export function toView(value: unknown): string {
	return toText('View', typeof value === 'number' ? String(value) : value);
}

export function toCampaignId(value: unknown): number {
	if (typeof value !== 'number' || !Number.isInteger(value)) {
		throw new ArgumentError('Campaign should be the number of one');
	}
	return value;
}
