/** What emoji-picker-element-data says of an emoji; what is not named here stays as it is. */
export interface Emoji {
	annotation: string;
	/** The annotation with underscores, in Latin letters. */
	shortcodes?: string[];
	/** More words to find the emoji by. */
	tags?: string[];
	[other: string]: unknown;
}

/**
 * The same emoji, found by the same words, a fifth smaller: each word is there once. Without shortcodes the picker's buttons
 * are also no longer called "waving hand, waving_hand" by screen readers.
 */
export function trimEmojiData(data: readonly Emoji[]): Emoji[] {
	return data.map(({ annotation, shortcodes = [], tags = [], ...rest }) => {
		const words = wordsOf([...tags, ...shortcodes].join(' '));
		for (const word of wordsOf(annotation)) words.delete(word);
		return { ...rest, annotation, tags: [[...words].join(' ')] };
	});
}

/** As the picker splits texts; it does not look for single characters. */
function wordsOf(text: string): Set<string> {
	return new Set(
		text
			.toLowerCase()
			.split(/[\s_]+/)
			.filter((word) => word.length > 1),
	);
}
