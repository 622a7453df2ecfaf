/** The text of a mail that is HTML alone: what it quotes is marked as in mails of plain text. */
import { compile, type FormatCallback } from 'html-to-text';
import { QUOTE_BEGINS } from './splitReply.ts';

/** Characters of HTML that are read: the new words come first. */
const LENGTH_MAX = 300_000;

/** Where programs that do not use `blockquote` begin what they quote. */
const QUOTES = [
	'#appendonsend',
	'#divRplyFwdMsg',
	'#mail-editor-reference-message-container',
	'.ms-outlook-mobile-reference-message',
	'.yahoo_quoted',
	'.protonmail_quote',
	'.tutanota_quote',
	'.zmail_extra',
	'div[name="quote"]',
	'.quote-html',
];

const quoteMark: FormatCallback = (element, walk, builder) => {
	builder.openBlock({ leadingLineBreaks: 1 });
	builder.addInline(QUOTE_BEGINS, { noWordTransform: true });
	builder.closeBlock({ trailingLineBreaks: 1 });
	walk(element.children, builder);
};

const convert = compile({
	wordwrap: false,
	limits: { maxInputLength: LENGTH_MAX, maxDepth: 100, maxBaseElements: 1 },
	formatters: { quoteMark },
	selectors: [
		{ selector: 'img', format: 'skip' },
		{ selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'], noAnchorUrl: true } },
		{ selector: 'p', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
		{ selector: 'blockquote', options: { leadingLineBreaks: 1, trailingLineBreaks: 1, trimEmptyLines: false } },
		...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
		...QUOTES.map((selector) => ({ selector, format: 'quoteMark' })),
	],
});

export function htmlToText(html: string): string {
	// The library warns on the console of what is longer.
	return convert(html.slice(0, LENGTH_MAX));
}
