/** What was typed in several places, one below the other. */
export function joinTexts(texts: readonly string[]): string {
	return texts.filter((text) => text.trim() !== '').join('\n');
}
