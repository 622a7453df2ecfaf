/**
 * HTML as a tagged template, for pages and mails: values are escaped, also between quotes, unless
 * they are `html` themselves.
 */

/** Not exported, so that only this file's functions can mark a text as HTML. */
class Html {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}
export type { Html };

type Part = string | number | Html | readonly Html[];

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
	return new Html(strings.reduce((text, string, index) => text + render(parts[index - 1] ?? '') + string));
}

/** The content of a JSON data block, in which no `<` can end the element. */
export function jsonBlock(value: unknown): Html {
	return new Html(JSON.stringify(value).replaceAll('<', '\\u003c'));
}

function render(part: Part): string {
	if (part instanceof Html) return part.text;
	if (typeof part === 'object') return part.map((item) => item.text).join('');
	return String(part).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
