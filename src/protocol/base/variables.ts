/** What may stand in braces in a text of the team: docs/guide/channel.md, Variables in texts. */
export const VARIABLES = [
	'conversation.id',
	'contact.id',
	'contact.name',
	'contact.first_name',
	'contact.last_name',
	'contact.email',
	'contact.phone',
	'agent.name',
	'agent.first_name',
	'agent.last_name',
	'agent.email',
] as const;
export type Variable = (typeof VARIABLES)[number];

export function isVariable(key: string): key is Variable {
	return VARIABLES.some((known) => known === key);
}

/** Those in a text that do not exist and so would show as they are, braces included. */
export function unknownVariables(text: string): string[] {
	const found = [...text.matchAll(/\{\{\s*([\w.]+)\s*(?:\|[^{}]*)?\}\}/g)];
	return [...new Set(found.filter(([, key = '']) => !isVariable(key)).map(([written]) => written))];
}
