// chunk: shared
/**
 * Lengths of texts in characters (Unicode code points), as JSON Schema and databases count them: 😀
 * is one.
 */
import * as v from 'valibot';

export function hasAtMost(max: number, text: string): boolean {
	// A character has at most two UTF-16 units. Comparing the units first spares most texts the
	// counting, and a huge one too.
	return text.length <= max || (text.length <= 2 * max && Array.from(text).length <= max);
}

/**
 * The beginning of the text: at most `max` UTF-16 units, and no half of a character that has two.
 */
export function beginningOf(text: string, max: number): string {
	return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}

/** The text, or its beginning and an ellipsis. */
export function shorten(text: string, max: number): string {
	return text.length > max ? `${beginningOf(text, max)}…` : text;
}

/** Like `v.maxLength`, which counts UTF-16 units, but counts characters. */
export function maxCharacters(max: number, message: string): v.MaxLengthAction<string, number, string> {
	const units = v.maxLength<string, number, string>(max, message);
	return {
		...units,
		'~run': (dataset, config) =>
			typeof dataset.value === 'string' && hasAtMost(max, dataset.value) ? dataset : units['~run'](dataset, config),
	};
}
