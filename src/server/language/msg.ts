/** Several names are listed as the language does. */
export type Value = string | number | readonly string[];

/** A text in English, which `translate` translates. */
export interface Text {
	message: string;
	/** Placeholder → value. */
	values: Readonly<Record<string, Value>>;
}

/**
 * Marks a text as translated, in the form of lingui's macro, so that `npm run extract` finds it.
 * The server runs without a build, so it is a function here. A value is passed with its name:
 * msg`[#${{ id }}] Conversation Transcript`.
 */
export function msg(parts: TemplateStringsArray, ...named: Readonly<Record<string, Value>>[]): Text {
	const names = named.map((value) => Object.keys(value)[0] ?? '');
	return {
		message: parts.map((part, index) => (index === 0 ? part : `{${names[index - 1]}}${part}`)).join(''),
		values: Object.assign({}, ...named),
	};
}
