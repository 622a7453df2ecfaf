/**
 * People who are named in a note, as Chatwoot writes it: `[@Ada](mention://user/5/Ada)`
 * (docs/application-api.md, Mentions).
 */

/** The number of the id counts; the text of the link may be any. */
const MENTION = /\[([^[\]]*)\]\(mention:\/\/(?:user|team)\/(\d{1,15})\/[^()\s]*\)/g;

export interface Named {
	id: number;
	name: string;
}

/** Ids of those who are named, each once. */
export function listMentioned(text: string): number[] {
	return [...new Set([...text.matchAll(MENTION)].map(([, , id]) => Number(id)))];
}

/** The text with names alone in place of them. */
export function withoutMentions(text: string): string {
	return text.replaceAll(MENTION, '$1');
}

/** Names a person in a note. */
export function mentionOf({ id, name }: Named): string {
	const encoded = encodeURIComponent(name).replaceAll(/[()]/g, (bracket) => `%${bracket.charCodeAt(0).toString(16)}`);
	return `[@${name.replaceAll(/[[\]]/g, '')}](mention://user/${id}/${encoded})`;
}

/** The text with mentions in place of `@` and the name of one of these people. */
export function withMentions(text: string, people: readonly Named[]): string {
	const [before = '', ...parts] = text.split('@');
	const byLength = people.toSorted((one, other) => other.name.length - one.name.length);
	return parts.reduce((all, part) => {
		const named = byLength.find(({ name }) => part.startsWith(name));
		return all + (named ? mentionOf(named) + part.slice(named.name.length) : `@${part}`);
	}, before);
}
