/** HTML as a tagged template, for pages and mails: whatever is put in is escaped, also between quotes, unless it is `html` itself. */

/** Made in this file only: nothing else is taken for HTML. */
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

/** A JSON data block's content: no `<` in it can end the element. */
export function jsonBlock(value: unknown): Html {
	return new Html(JSON.stringify(value).replaceAll('<', '\\u003c'));
}

function render(part: Part): string {
	if (part instanceof Html) return part.text;
	if (typeof part === 'object') return part.map((item) => item.text).join('');
	return String(part).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
