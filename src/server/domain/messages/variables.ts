/** Variables such as `{{contact.name}}` in texts of the team (docs/wire.md, Template messages). */
import { isVariable, type Variable } from '#protocol/base/variables.ts';
import { isRandomName } from '../../base/randomToken.ts';
import type { ContactInbox, ContactRow, ConversationRow, User } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { contactInTexts } from '../contacts/visibleContact.ts';
import { shownNameOf } from '../contacts/shownName.ts';

export interface Known {
	/** Absent before the conversation begins. */
	conversation?: Pick<ConversationRow, 'display_id'>;
	/** Absent for a new visitor. */
	contact?: Pick<ContactRow, 'id' | 'name' | 'email' | 'phone_number'> | undefined;
	/** The agent who writes; absent for messages that the server writes by itself. */
	agent?: Pick<User, 'name' | 'display_name' | 'email'> | undefined;
}

const VALUES: Record<Variable, (known: Known) => string | number | null | undefined> = {
	'conversation.id': ({ conversation }) => conversation?.display_id,
	'contact.id': ({ contact }) => contact?.id,
	'contact.name': ({ contact }) => givenName(contact),
	'contact.first_name': ({ contact }) => firstOf(givenName(contact)),
	'contact.last_name': ({ contact }) => lastOf(givenName(contact)),
	'contact.email': ({ contact }) => contact?.email,
	'contact.phone': ({ contact }) => contact?.phone_number,
	'agent.name': ({ agent }) => agent && shownNameOf(agent),
	'agent.first_name': ({ agent }) => firstOf(agent && shownNameOf(agent)),
	'agent.last_name': ({ agent }) => lastOf(agent && shownNameOf(agent)),
	'agent.email': ({ agent }) => agent?.email,
};

/**
 * Backticks, or a variable. No part can match what the next one begins with, so that the time grows
 * with the length alone.
 */
const TICKS_OR_VARIABLE = /`+|\{\{\s*([\w.]+)\s*(?:\|([^{}]*))?\}\}/g;

export interface Filled {
	content: string;
	/** What of it is data and not Markdown, where that makes a difference. */
	contentAttributes: { verbatim?: string[] };
}

/**
 * A text for the conversation's visitor, in which variables stand for no more of the contact than
 * this visitor may know.
 */
export async function fillInFor(
	store: Pick<Repositories, 'sessions'>,
	text: string,
	{ conversation, contact, agent }: Known & { conversation: ConversationRow; contact: ContactRow },
): Promise<Filled> {
	if (!text.includes('{{')) return { content: text, contentAttributes: {} };
	return fillIn(text, { conversation, contact: await contactInTexts(store, conversation, contact), agent });
}

/**
 * A text that a visitor sees before there is a conversation. `session` is absent for a new visitor.
 */
export async function fillInBefore(
	store: Pick<Repositories, 'sessions' | 'contacts'>,
	text: string,
	session: ContactInbox | undefined,
	agent?: Known['agent'],
): Promise<Filled> {
	if (!text.includes('{{')) return { content: text, contentAttributes: {} };
	const contact = session && (await store.contacts.find(session.contact_id));
	return fillIn(text, {
		contact: contact && (await contactInTexts(store, { contact_inbox_id: session.id }, contact)),
		agent,
	});
}

/**
 * Replaces variables by their values, except within code; in an address their values are
 * percent-encoded. A variable without a value becomes its fallback, `{{contact.name | there}}`, or
 * ''. One that does not exist stays as it was written.
 */
export function fillIn(text: string, known: Known): Filled {
	const codes = findCodes(text);
	const verbatim = new Set<string>();
	let endOfCode = 0;
	const content = text.replace(TICKS_OR_VARIABLE, (written, key: string | undefined, fallback = '', at: number) => {
		if (at < endOfCode) return written;
		if (key === undefined) {
			endOfCode = codes.get(at) ?? 0;
			return written;
		}
		if (!isVariable(key)) return written;
		const value = String(VALUES[key](known) ?? '')
			.replace(/\s+/g, ' ')
			.trim();
		if (value === '') return fallback.trim();
		const address = ADDRESS.exec(text.slice(Math.max(0, at - ADDRESS_MAX), at))?.[0];
		if (address !== undefined) return encode(value, address);
		if (MIGHT_ACT.test(value)) verbatim.add(value);
		return value;
	});
	return { content, contentAttributes: verbatim.size > 0 ? { verbatim: [...verbatim] } : {} };
}

/** Values in which Markdown might find something; the names of most people are none. */
const MIGHT_ACT = /[^\p{L}\p{M}\p{N} .,'’-]|^[.-]|^\d+\.|www\./iu;

/** The beginning of an address, in which a variable stands. */
const ADDRESS = /(?:https?:\/\/|(?<![\p{L}\p{N}])www\.|mailto:|tel:)[^\s<>"]*$/iu;
const ADDRESS_MAX = 2_048;

/**
 * In an address that is a whole one by itself, as in `mailto:{{contact.email}}`, "@" and "+" are
 * its own.
 */
function encode(value: string, address: string): string {
	if (/^(?:mailto|tel):$/i.test(address))
		return encodeURI(value.toWellFormed()).replaceAll(/[?#&;,]/g, encodeCharacter);
	return encodeURIComponent(value.toWellFormed()).replaceAll(/[!'()*]/g, encodeCharacter);
}

function encodeCharacter(character: string): string {
	return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/**
 * Where code begins → where it ends: a run of backticks is closed by the next one of the same
 * length (CommonMark, Code spans).
 */
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
function givenName(contact: Known['contact']): string | undefined {
	return contact && !isRandomName(contact.name) ? contact.name : undefined;
}

function firstOf(name: string | undefined): string | undefined {
	return name?.trim().split(/\s+/)[0];
}

/** The last name; undefined where the name is one word. */
function lastOf(name: string | undefined): string | undefined {
	const words = name?.trim().split(/\s+/) ?? [];
	return words.length > 1 ? words.at(-1) : undefined;
}
