/** Lengths of texts in characters (Unicode code points), as JSON Schema and databases count them: 😀 is one. */
import * as v from 'valibot';

export function hasAtMost(max: number, text: string): boolean {
	// Each has at most two UTF-16 units: most texts need no counting, and an endless one is not taken apart.
	return text.length <= max || (text.length <= 2 * max && Array.from(text).length <= max);
}

/** As `v.maxLength`, which counts UTF-16 units. */
export function maxCharacters(max: number, message: string): v.MaxLengthAction<string, number, string> {
	const units = v.maxLength<string, number, string>(max, message);
	return {
		...units,
		'~run': (dataset, config) =>
			typeof dataset.value === 'string' && hasAtMost(max, dataset.value) ? dataset : units['~run'](dataset, config),
	};
}
