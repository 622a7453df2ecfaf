import type { Attributes } from '#protocol/entities/attributes.ts';
import type { PreChatField } from '#protocol/entities/channel.ts';
import { listVisibleFields } from '#protocol/entities/visibleWhen.ts';
import type { Repositories } from '../../store/store.ts';
import type { Visitor } from '../contacts/visitor.ts';

interface Facts {
	contact?: object | undefined;
	custom_attributes?: Attributes | undefined;
}

/** Standard field of the pre-chat form → the fact that it asks for. */
const STANDARD: ReadonlyMap<string, string> = new Map([
	['fullName', 'name'],
	['emailAddress', 'email'],
	['phoneNumber', 'phone_number'],
]);

/**
 * What a conversation begins with, without what fields of the pre-chat form ask for that are hidden
 * with these answers (docs/wire.md, Conversations). Attributes of the contact stay: pages change
 * them by the same route.
 */
export async function onlyVisibleFacts<F extends Facts>(
	{ contacts }: Repositories,
	{ channel, session }: Visitor,
	facts: F,
): Promise<F> {
	const { pre_chat_form_enabled, pre_chat_form_options } = channel.widget;
	const fields = pre_chat_form_options.pre_chat_fields.filter(({ enabled }) => enabled);
	if (!pre_chat_form_enabled || fields.every((field) => !field.visible_when)) return facts;
	const { custom_attributes: known } = await contacts.find(session.contact_id);
	const visible = listVisibleFields(fields, (field) => answerTo(field, facts, known));
	const hidden = fields.filter((field) => !visible.includes(field));
	return {
		...facts,
		contact: without(facts.contact, hidden, 'standard'),
		custom_attributes: without(facts.custom_attributes, hidden, 'conversation_attribute'),
	};
}

function answerTo({ field_type, name, type }: PreChatField, facts: Facts, known: Attributes): string {
	const members = {
		standard: facts.contact,
		contact_attribute: known,
		conversation_attribute: facts.custom_attributes,
	};
	const answer = Object.entries(members[field_type] ?? {}).find(([key]) => key === keyOf(field_type, name))?.[1];
	return String(answer ?? (type === 'checkbox' ? false : '')).trim();
}

function without<M extends object | undefined>(
	members: M,
	hidden: readonly PreChatField[],
	kind: PreChatField['field_type'],
): M {
	const keys = hidden.filter(({ field_type }) => field_type === kind).map(({ name }) => keyOf(kind, name));
	return Object.fromEntries(Object.entries(members ?? {}).filter(([key]) => !keys.includes(key))) as M;
}

function keyOf(kind: PreChatField['field_type'], name: string): string {
	return (kind === 'standard' && STANDARD.get(name)) || name;
}
