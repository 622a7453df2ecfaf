/** A text in English, which `say` says in another language. */
export interface Text {
	message: string;
	/** By the names of the message's placeholders. */
	values: Readonly<Record<string, string | number>>;
}

/**
 * Marks a text as translated, in the shape of lingui's macro, by which `npm run extract` finds it; the server runs without a
 * build, so here it is a function. A value brings its name: msg`[#${{ id }}] Conversation Transcript`.
 */
export function msg(parts: TemplateStringsArray, ...named: Readonly<Record<string, string | number>>[]): Text {
	const names = named.map((value) => Object.keys(value)[0] ?? '');
	return {
		message: parts.map((part, index) => (index === 0 ? part : `{${names[index - 1]}}${part}`)).join(''),
		values: Object.assign({}, ...named),
	};
}
