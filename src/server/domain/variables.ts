/** `{{contact.name}}` in what the team writes (docs/wire.md, Template messages). */
import { isRandomName } from '../base/randomToken.ts';
import type { ContactRow, ConversationRow } from '../store/schema.ts';

export interface Known {
	conversation: Pick<ConversationRow, 'display_id'>;
	contact: Pick<ContactRow, 'id' | 'name' | 'email' | 'phone_number'>;
	/** Who writes; nobody does where the product answers by itself. */
	agent?: { name: string; email: string } | undefined;
}

const VARIABLES: Record<string, (known: Known) => string | number | null | undefined> = {
	'conversation.id': ({ conversation }) => conversation.display_id,
	'contact.id': ({ contact }) => contact.id,
	'contact.name': ({ contact }) => givenName(contact),
	'contact.first_name': ({ contact }) => firstOf(givenName(contact)),
	'contact.last_name': ({ contact }) => lastOf(givenName(contact)),
	'contact.email': ({ contact }) => contact.email,
	'contact.phone': ({ contact }) => contact.phone_number,
	'agent.name': ({ agent }) => agent?.name,
	'agent.first_name': ({ agent }) => firstOf(agent?.name),
	'agent.last_name': ({ agent }) => lastOf(agent?.name),
	'agent.email': ({ agent }) => agent?.email,
};

const CODE_OR_VARIABLE = /(`+)[^]*?\1|\{\{\s*([\w.]+)\s*(?:\|\s*([^{}]*?)\s*)?\}\}/g;

/**
 * Replaces the variables by their values, except within code. One without a value becomes its fallback, `{{contact.name | there}}`,
 * or nothing.
 */
export function fillIn(text: string, known: Known): string {
	return text.replace(CODE_OR_VARIABLE, (written, ticks?: string, key = '', fallback = '') => {
		if (ticks !== undefined) return written;
		const value = Object.hasOwn(VARIABLES, key) ? VARIABLES[key]?.(known) : undefined;
		return asPlainText(String(value ?? '')) || fallback;
	});
}

/** Undefined while the visitor has not said one: nobody wants to be greeted by a generated name. */
function givenName({ name }: Known['contact']): string | undefined {
	return isRandomName(name) ? undefined : name;
}

function firstOf(name: string | undefined): string | undefined {
	return name?.trim().split(/\s+/)[0];
}

/** Nothing where the name is one word. */
function lastOf(name: string | undefined): string | undefined {
	const words = name?.trim().split(/\s+/) ?? [];
	return words.length > 1 ? words.at(-1) : undefined;
}

/**
 * So that nobody's name becomes a link, a list or a heading in a text that is Markdown. Only what Markdown would read is
 * escaped: where text is shown as it is written, "Anne-Marie" stays "Anne-Marie".
 */
function asPlainText(value: string): string {
	return (
		value
			.replace(/\s+/g, ' ')
			.trim()
			.replace(/[\\`*_[\]<~@]/g, '\\$&')
			// What would be recognised as an address without any marks around it.
			.replace(/:(?=\/\/)|(?<=www)\./gi, '\\$&')
			// What begins a heading, a quote or a list at the beginning of a line.
			.replace(/^[#>+-]/, '\\$&')
			.replace(/^(\d+)([.)])/, '$1\\$2')
	);
}
