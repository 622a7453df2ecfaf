/** Finds the web addresses in a text. */
export interface TextPart {
	text: string;
	/** Set where the part is an address with http or https. */
	href?: string;
}

/** An address ends before the punctuation that closes the sentence around it. */
const ADDRESS = /https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}]/g;

/** The parts joined give the text again. */
export function splitLinks(text: string): TextPart[] {
	const parts: TextPart[] = [];
	let end = 0;
	for (const match of text.matchAll(ADDRESS)) {
		if (match.index > end) parts.push({ text: text.slice(end, match.index) });
		parts.push({ text: match[0], href: match[0] });
		end = match.index + match[0].length;
	}
	if (end < text.length) parts.push({ text: text.slice(end) });
	return parts;
}
