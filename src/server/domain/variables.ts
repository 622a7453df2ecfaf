/** Variables such as `{{contact.name}}` in texts of the team (docs/wire.md, Template messages). */
import { isRandomName } from '../base/randomToken.ts';
import type { ContactRow, ConversationRow, User } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';
import { contactInTexts } from './contactFor.ts';
import { shownNameOf } from './shownName.ts';

export interface Known {
	conversation: Pick<ConversationRow, 'display_id'>;
	contact: Pick<ContactRow, 'id' | 'name' | 'email' | 'phone_number'>;
	/** The agent who writes; absent for messages that the server writes by itself. */
	agent?: Pick<User, 'name' | 'display_name' | 'email'> | undefined;
}

const VARIABLES: Record<string, (known: Known) => string | number | null | undefined> = {
	'conversation.id': ({ conversation }) => conversation.display_id,
	'contact.id': ({ contact }) => contact.id,
	'contact.name': ({ contact }) => givenName(contact),
	'contact.first_name': ({ contact }) => firstOf(givenName(contact)),
	'contact.last_name': ({ contact }) => lastOf(givenName(contact)),
	'contact.email': ({ contact }) => contact.email,
	'contact.phone': ({ contact }) => contact.phone_number,
	'agent.name': ({ agent }) => agent && shownNameOf(agent),
	'agent.first_name': ({ agent }) => firstOf(agent && shownNameOf(agent)),
	'agent.last_name': ({ agent }) => lastOf(agent && shownNameOf(agent)),
	'agent.email': ({ agent }) => agent?.email,
};

/** Backticks, or a variable. No part can match what the next one begins with, so that the time grows with the length alone. */
const TICKS_OR_VARIABLE = /`+|\{\{\s*([\w.]+)\s*(?:\|([^{}]*))?\}\}/g;

/** A text for the conversation's visitor, in which variables stand for no more of the contact than this visitor may know. */
export async function fillInFor(
	store: Pick<Repositories, 'sessions'>,
	text: string,
	{ conversation, contact, agent }: Known & { conversation: ConversationRow; contact: ContactRow },
): Promise<string> {
	if (!text.includes('{{')) return text;
	return fillIn(text, { conversation, contact: await contactInTexts(store, conversation, contact), agent });
}

/**
 * Replaces variables by their values, except within code. A variable without a value becomes its fallback, `{{contact.name |
 * there}}`, or ''.
 */
export function fillIn(text: string, known: Known): string {
	const codes = findCodes(text);
	let endOfCode = 0;
	return text.replace(TICKS_OR_VARIABLE, (written, key: string | undefined, fallback = '', at: number) => {
		if (at < endOfCode) return written;
		if (key === undefined) {
			endOfCode = codes.get(at) ?? 0;
			return written;
		}
		const value = Object.hasOwn(VARIABLES, key) ? VARIABLES[key]?.(known) : undefined;
		return asPlainText(String(value ?? '')) || fallback.trim();
	});
}

/** Where code begins → where it ends: a run of backticks is closed by the next one of the same length (CommonMark, Code spans). */
function findCodes(text: string): Map<number, number> {
	const codes = new Map<number, number>();
	/** Length of a run → end of the nearest later run of that length. */
	const ends = new Map<number, number>();
	for (const { 0: ticks, index } of [...text.matchAll(/`+/g)].toReversed()) {
		const end = ends.get(ticks.length);
		if (end !== undefined) codes.set(index, end);
		ends.set(ticks.length, index + ticks.length);
	}
	return codes;
}

/** Undefined while the visitor has not given a name, since a generated one makes no greeting. */
function givenName({ name }: Known['contact']): string | undefined {
	return isRandomName(name) ? undefined : name;
}

function firstOf(name: string | undefined): string | undefined {
	return name?.trim().split(/\s+/)[0];
}

/** The last name; undefined where the name is one word. */
function lastOf(name: string | undefined): string | undefined {
	const words = name?.trim().split(/\s+/) ?? [];
	return words.length > 1 ? words.at(-1) : undefined;
}

/**
 * Escapes a value so that a name cannot become a link, a list or a heading where the text is Markdown. Only what Markdown
 * would interpret is escaped: where the text is shown as it is, "Anne-Marie" stays "Anne-Marie".
 */
function asPlainText(value: string): string {
	return (
		value
			.replace(/\s+/g, ' ')
			.trim()
			.replace(/[\\`*_[\]<~@]/g, '\\$&')
			// Parts of an address, which Markdown recognises without marks around it.
			.replace(/:(?=\/\/)|(?<=www)\./gi, '\\$&')
			// Marks that begin a heading, a quote or a list at the start of a line.
			.replace(/^[#>+-]/, '\\$&')
			.replace(/^(\d+)([.)])/, '$1\\$2')
	);
}
