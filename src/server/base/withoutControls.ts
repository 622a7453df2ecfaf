/** Makes one harmless line of what a stranger typed as a name or a title. */

/** Control characters, the separators that some programs break lines at, and what reorders the text around it. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** `text` with a visible substitute for each of them, so that nothing disappears; always well-formed Unicode. */
export function withoutControls(text: string, substitute: string): string {
	return text.toWellFormed().replaceAll(CONTROLS, substitute);
}
