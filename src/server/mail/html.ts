/** HTML that cannot be broken out of: a template whose values are escaped, whatever they are. */

/** Made by `html` only. */
class Html {
	readonly #source: string;

	constructor(source: string) {
		this.#source = source;
	}

	toString(): string {
		return this.#source;
	}
}
export type { Html };

type Value = string | Html | readonly Html[];

/** Strings become text, also between quotes; HTML stays, and a list of it is joined. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
	return new Html(
		parts.map((part, index) => part + (index < values.length ? write(values[index] ?? '') : '')).join(''),
	);
}

function write(value: Value): string {
	if (typeof value === 'string') return value.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
	return value instanceof Html ? value.toString() : value.join('');
}
