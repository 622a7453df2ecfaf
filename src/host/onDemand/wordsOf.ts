/** The words of an attribute, such as `hide="away mobile"`. */
export function wordsOf(list: string): string[] {
	return list.split(/\s+/).filter(Boolean);
}
