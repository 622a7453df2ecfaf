/** Longer texts show as they were written. A visitor's message has 10,000 characters at most. */
const LENGTH_MAX = 20_000;

/** No element comes without one of these, and the parser's time grows with their square. */
const MARKS = /[!-/:-@[-`{-~\n]/g;
const MARKS_MAX = 1_000;

/** Quotes and lists inside each other, opened on one line. The parser calls itself for each. */
const DEEP = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])){20}/m;

/** Markdown, or what becomes a link without any. It may say yes where the parser then finds nothing, never the other way round. */
const SIGNIFICANT = /[*_`[\\@|]|~~~|:\/\/|www\.|<[a-z][a-z\d+.-]*:|^[ \t]*(?:[>#]|[-+](?:\s|$)|\d{1,9}[.)](?:\s|$))/im;

/** Whether the parser has something to find in a text, and finds it soon. */
export function isWorthParsing(text: string): boolean {
	return text.length <= LENGTH_MAX && SIGNIFICANT.test(text) && isSoonParsed(text);
}

export function isSoonParsed(text: string): boolean {
	return !DEEP.test(text) && (text.match(MARKS)?.length ?? 0) <= MARKS_MAX;
}
