/** Longer texts show as they were written. A visitor's message has 10,000 characters at most. */
const LENGTH_MAX = 20_000;

/**
 * Every element needs one of these characters, and the parser's time grows with the square of their
 * number.
 */
const MARKS = /[!-/:-@[-`{-~\n]/g;
const MARKS_MAX = 1_000;

/** Quotes and lists nested on one line. The parser calls itself for each level. */
const DEEP = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])){20}/m;

/**
 * Characters of Markdown, and of addresses that become links. A text that matches may turn out to
 * be plain; one that does not match certainly is.
 */
const SIGNIFICANT = /[*_`[\\@|]|~~~|:\/\/|www\.|<[a-z][a-z\d+.-]*:|^[ \t]*(?:[>#]|[-+](?:\s|$)|\d{1,9}[.)](?:\s|$))/im;

/**
 * A long run of blanks after the mark of a list or a quote: the parser's time grows with the square
 * of its length.
 */
const BLANKS = /[ \t]{100}|\t{17}/;

/** Whether the parser may find something in a text, and finds it fast. */
export function isWorthParsing(text: string): boolean {
	return text.length <= LENGTH_MAX && SIGNIFICANT.test(text) && isSoonParsed(text);
}

export function isSoonParsed(text: string): boolean {
	return !DEEP.test(text) && !BLANKS.test(text) && (text.match(MARKS)?.length ?? 0) <= MARKS_MAX;
}
