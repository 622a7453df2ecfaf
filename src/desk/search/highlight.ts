import { foldText } from '#protocol/base/foldText.ts';

export interface TextPart {
	text: string;
	isFound: boolean;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Before the first word that is found. */
const LEAD = 40;

/**
 * Divides a text into words that begin as those of the query do, and the rest. In a text without
 * spaces they stand anywhere.
 */
export function highlight(text: string, query: string): TextPart[] {
	const sought = (query.match(WORD) ?? []).map(foldText).filter(Boolean);
	const parts: TextPart[] = [];
	let end = 0;
	for (const { 0: word, index } of text.matchAll(WORD)) {
		const [from, to] = findIn(word, sought) ?? [];
		if (from === undefined || to === undefined) continue;
		if (index + from > end) parts.push({ text: text.slice(end, index + from), isFound: false });
		parts.push({ text: text.slice(index + from, index + to), isFound: true });
		end = index + to;
	}
	if (end < text.length) parts.push({ text: text.slice(end), isFound: false });
	return parts;
}

/** Where the word is to be marked. */
function findIn(word: string, sought: readonly string[]): [number, number] | undefined {
	const folded = foldText(word);
	const first = sought.find((one) => folded.startsWith(one));
	if (!isSpaceless(word)) return first === undefined ? undefined : [0, word.length];
	const found = first ?? sought.find((one) => folded.includes(one));
	if (found === undefined) return undefined;
	const at = folded.indexOf(found);
	return [at, at + found.length];
}

function isSpaceless(word: string): boolean {
	return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word);
}

/**
 * Leaves out what is long before the first word that is found, so that it can be seen on one line.
 */
export function excerpt(parts: readonly TextPart[]): TextPart[] {
	const [first, ...rest] = parts;
	if (!first || first.isFound || rest.length === 0 || first.text.length <= LEAD) return [...parts];
	const cut = first.text.indexOf(' ', first.text.length - LEAD);
	return [{ text: `…${first.text.slice(cut === -1 ? -LEAD : cut)}`, isFound: false }, ...rest];
}
