/**
 * What answers have named, so that requests name what exists: the conversations, contacts, labels …
 * by the segment of the path.
 */
import type { Random } from '../support/random.ts';

type Item = Readonly<Record<string, unknown>>;

export interface KnownIds {
	/** Remembers what the answer of this path has. */
	note(path: string, answer: unknown): void;
	/** The parameters with what exists in the place of examples. */
	fillParams(path: string, params: Item, random: Random): Record<string, unknown>;
	/**
	 * What may stand in a body's or a query's field of this name; undefined where it names nothing
	 * that is known.
	 */
	valueOf(field: string, random: Random): unknown;
	/** For parameters that name nothing any more, or another's. */
	forget(path: string, params: Item): void;
}

/** Of each kind the newest are remembered. */
const KEPT = 40;

/** Segments whose parameter names something of another segment. */
const ALIASES: Readonly<Record<string, string>> = {
	csat_survey: 'conversations',
	'articles.json': 'articles',
	hc: 'portals',
	history: 'conversations',
	inbox_members: 'inboxes',
};

/** Parameters and fields that name what another part of the API lists. */
const REFERENCES: Readonly<Record<string, string>> = {
	after: 'messages',
	agent_bot: 'agent_bots',
	assignee_id: 'agents',
	author_id: 'agents',
	base_contact_id: 'contacts',
	before: 'messages',
	bot_id: 'agent_bots',
	campaign_id: 'campaigns',
	category_id: 'categories',
	contact_id: 'contacts',
	conversation_id: 'conversations',
	inbox_id: 'inboxes',
	label: 'labels',
	labels: 'labels',
	last_seen_message_id: 'messages',
	mergee_contact_id: 'contacts',
	message_id: 'messages',
	portal_id: 'portals',
	reply_to: 'messages',
	sender_id: 'agents',
	user_id: 'agents',
	user_ids: 'agents',
};

/** Parts of answers that are about something else. */
const ASIDE = new Set(['meta', 'contact_inbox']);

/** What is another field of an item than its id. */
const FIELDS: Readonly<Record<string, string>> = { label: 'title', labels: 'title', slug: 'slug', uuid: 'uuid' };

export function createKnownIds(): KnownIds {
	const known = new Map<string, Item[]>();
	const listOf = (kind: string) => known.get(kind) ?? [];
	const any = (kind: string, random: Random): Item | undefined => random.oneOf<Item | undefined>(listOf(kind));
	const add = (kind: string, item: object & { id: unknown }) => {
		const others = listOf(kind).filter(({ id }) => id !== item.id);
		known.set(kind, [...others, item].slice(-KEPT));
	};
	/** Items have an id; what has none is around items, or around lists of them. */
	const noteWithin = (kind: string, value: unknown): void => {
		if (Array.isArray(value)) return value.forEach((item) => noteWithin(kind, item));
		if (typeof value !== 'object' || value === null) return;
		if ('id' in value) return add(kind, value);
		for (const [name, inner] of Object.entries(value))
			if (!ASIDE.has(name)) noteWithin(known.has(name) ? name : kind, inner);
	};
	return {
		note: (path, answer) =>
			noteWithin(kindOf(path.split('/').findLast((segment) => /^\w/.test(segment)) ?? ''), answer),
		fillParams(path, params, random) {
			const filled = { ...params };
			for (const name of Object.keys(params))
				filled[name] = any(kindOfParam(path, name), random)?.[fieldOf(name)] ?? params[name];
			if (!('message_id' in params)) return filled;
			// The path names the message's conversation, too.
			const { id, conversation_id } = any('messages', random) ?? {};
			return id === undefined ? filled : { ...filled, id: conversation_id, message_id: id };
		},
		valueOf: (field, random) => any(REFERENCES[field] ?? '', random)?.[fieldOf(field)],
		forget(path, params) {
			for (const [name, value] of Object.entries(params)) {
				const kind = kindOfParam(path, name);
				known.set(
					kind,
					listOf(kind).filter((item) => item[fieldOf(name)] !== value),
				);
			}
		},
	};
}

function kindOfParam(path: string, name: string): string {
	const segments = path.split('/');
	return REFERENCES[name] ?? kindOf(segments[segments.indexOf(`:${name}`) - 1] ?? '');
}

function kindOf(segment: string): string {
	return ALIASES[segment] ?? segment;
}

function fieldOf(name: string): string {
	return FIELDS[name] ?? 'id';
}
