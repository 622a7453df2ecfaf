interface ShortCode {
	/** Where the slash is. */
	start: number;
	/** What stands between the slash and the caret. */
	query: string;
}

/**
 * The short code that ends at the caret: a slash at the beginning or after a space, and no space
 * since.
 */
export function findShortCode(text: string, caret: number): ShortCode | undefined {
	const [, code] = /(?:^|\s)(\/[^\s/]*)$/.exec(text.slice(0, caret)) ?? [];
	return code === undefined ? undefined : { start: caret - code.length, query: code.slice(1) };
}
