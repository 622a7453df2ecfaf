/** What a message's text is made of. */
export type Part = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string };

const URL_PATTERN = /\bhttps?:\/\/[^\s<>"]+/gi;

/** Splits plain text at the web addresses in it. Nothing but http and https becomes a link. */
export function parseContent(content: string): Part[] {
	const parts: Part[] = [];
	let end = 0;
	for (const { 0: found, index } of content.matchAll(URL_PATTERN)) {
		const text = withoutSentence(found);
		if (!isAddress(text)) continue;
		if (index > end) parts.push({ kind: 'text', text: content.slice(end, index) });
		parts.push({ kind: 'link', text, href: text });
		end = index + text.length;
	}
	if (end < content.length) parts.push({ kind: 'text', text: content.slice(end) });
	return parts;
}

/** `URL.canParse` is younger than the oldest browsers that we support. */
function isAddress(text: string): boolean {
	try {
		return Boolean(new URL(text));
	} catch {
		return false;
	}
}

/** The address without the punctuation of the sentence around it: `(see https://e.test/a_(b).)` ends at `(b)`. */
function withoutSentence(found: string): string {
	let text = found;
	for (;;) {
		const last = text.at(-1) ?? '';
		const isClosing = last === ')' && text.split(')').length > text.split('(').length;
		if (!isClosing && !`.,;:!?'*_~]}`.includes(last)) return text;
		text = text.slice(0, -1);
	}
}
