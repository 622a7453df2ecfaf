/**
 * Tells what a sender has written in a mail from what their program quotes below, above or between
 * it. No kept library serves: `email-reply-parser` knows a dozen languages, and `planer` reads
 * HTML's structure alone.
 */
import { FROM, WROTE } from './quoteWords.ts';

/** In the text of a mail that was HTML: what follows is a quoted mail (htmlToText.ts). */
export const QUOTE_BEGINS = '\u{E000}\u{E001}';

/** Lines over which programs break "On …, … wrote:". */
const HEADER_LINES = 3;
/** Characters of such a line: a longer one is prose. */
const HEADER_LENGTH = 300;
/** Lines of a signature below "-- ". */
const SIGNATURE_LINES = 12;

/** Marks that say nothing, which mail programs put around addresses and names. */
const DIRECTIONS = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** The new words; '' where all is quoted. */
export function splitReply(text: string): string {
	const lines = text
		.split(/\r\n|[\r\n]/)
		.map((line) => line.replaceAll('\u00A0', ' ').replaceAll(DIRECTIONS, '').trimEnd());
	const end = lines.findIndex((_, index) => endsReply(lines, index));
	const kept = dropQuotes(end === -1 ? lines : lines.slice(0, end));
	return withoutSignature(kept)
		.join('\n')
		.replaceAll(/\n{3,}/g, '\n\n')
		.trim();
}

/** Whether all from this line on is a quoted mail. */
function endsReply(lines: readonly string[], index: number): boolean {
	const line = lines[index] ?? '';
	if (line.startsWith(QUOTE_BEGINS)) return true;
	if (isRule(line)) return isHeaderBlock(lines, nextWritten(lines, index + 1));
	if (isHeaderBlock(lines, index)) return true;
	const header = headerLinesAt(lines, index);
	// Where the quoted lines have no mark, only a known word tells that they are quoted.
	return header > 0 && saysWrote(joined(lines, index, header)) && !isQuoted(lines[nextWritten(lines, index + header)]);
}

/** "-----Original Message-----", "________". */
function isRule(line: string): boolean {
	return /^\s*(?:[-_*=]{3,}[^-_*=]{2,60}[-_*=]{3,}|[-_]{8,})\s*$/.test(line);
}

/** "From: …" with at least two more lines of that kind, of which one has an address or a time. */
function isHeaderBlock(lines: readonly string[], index: number): boolean {
	const label = labelOf(lines[index]);
	if (label === undefined || !FROM.has(label)) return false;
	const block = lines.slice(index, index + 8);
	const labelled = block.slice(0, block.findIndex((line) => line === '') + 1 || undefined);
	const count = labelled.filter((line) => labelOf(line) !== undefined).length;
	return count >= 3 && /@|\d{1,2}[:.]\d{2}/.test(labelled.join(' '));
}

/** In lower case, of "**From:** Ada"; undefined for a line without one. */
function labelOf(line: string | undefined): string | undefined {
	return /^[\s*>]*([\p{L}\p{M}][\p{L}\p{M}\s./-]{0,30}?)\s*\*?\s?[:：]\*{0,2}\s*\S/u
		.exec(line ?? '')?.[1]
		?.toLowerCase();
}

/**
 * How many lines "On …, … wrote:" has that begins here; 0 for none. It names a day, a time or an
 * address.
 */
function headerLinesAt(lines: readonly string[], index: number): number {
	if (!lines[index]?.trim()) return 0;
	for (let count = 1; count <= HEADER_LINES && index + count <= lines.length; count += 1) {
		const header = joined(lines, index, count);
		if (lines[index + count - 1] === '' || header.length > HEADER_LENGTH) return 0;
		if (isQuoted(lines[index + count - 1])) return 0;
		if (/[:：]$/.test(header) && /\d|@/.test(header)) return count === 1 || isBroken(lines, index, count) ? count : 0;
	}
	return 0;
}

/**
 * Whether the lines are one that was broken, and not the end of a sentence with the header below
 * it.
 */
function isBroken(lines: readonly string[], index: number, count: number): boolean {
	if (lines.slice(index, index + count - 1).some((line) => /[.!?。！？\u{E001}]$/u.test(line))) return false;
	return headerLinesAt(lines, index + 1) !== count - 1 || !saysWhen(joined(lines, index + 1, count - 1));
}

function joined(lines: readonly string[], index: number, count: number): string {
	return lines
		.slice(index, index + count)
		.join(' ')
		.trim();
}

function saysWrote(header: string): boolean {
	const lower = header.toLowerCase();
	return (lower.includes('@') || saysWhen(lower)) && WROTE.some((word) => hasWord(lower, word));
}

/** A day and a time, in digits. */
function saysWhen(text: string): boolean {
	return /\d{1,2}[:.]\d{2}/.test(text) && text.replaceAll(/\D/g, '').length >= 6;
}

function hasWord(text: string, word: string): boolean {
	const at = text.indexOf(word);
	if (at === -1) return false;
	// Scripts without spaces have no borders of words.
	if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Hangul}\p{sc=Thai}]/u.test(word)) return true;
	return !/\p{L}/u.test(text[at - 1] ?? '') && !/\p{L}/u.test(text[at + word.length] ?? '');
}

function isQuoted(line: string | undefined): boolean {
	return line?.trimStart().startsWith('>') ?? false;
}

function nextWritten(lines: readonly string[], from: number): number {
	let at = from;
	while (at < lines.length && lines[at]?.trim() === '') at += 1;
	return at;
}

/** Without the lines that begin with ">", and the line "On …, … wrote:" above them. */
function dropQuotes(lines: readonly string[]): string[] {
	const kept: string[] = [];
	for (let index = 0; index < lines.length; index += 1) {
		const header = headerLinesAt(lines, index);
		const quoteAt = header > 0 ? nextWritten(lines, index + header) : -1;
		if (header > 0 && isQuoted(lines[quoteAt])) {
			index = quoteAt - 1;
			continue;
		}
		const line = lines[index] ?? '';
		if (!isQuoted(line)) kept.push(line);
	}
	return kept;
}

/** Without what follows "-- ", and the line that a phone adds. */
function withoutSignature(lines: readonly string[]): readonly string[] {
	const mark = lines.findLastIndex((line) => line === '--' || line === '—');
	const above = mark > 0 && lines.length - mark <= SIGNATURE_LINES ? lines.slice(0, mark) : lines;
	const last = above.findLastIndex((line) => line.trim() !== '');
	return last > 0 && isOfPhone(above[last] ?? '') ? above.slice(0, last) : above;
}

/** "Sent from my iPhone", "Von meinem iPad gesendet", "Get Outlook for Android". */
function isOfPhone(line: string): boolean {
	return line.length < 80 && PHONES.test(line) && PHRASES.test(line);
}

const PHONES =
	/\b(?:iphone|ipad|android|samsung|galaxy|outlook|huawei|xiaomi|yahoo|gmail|windows|blackberry|protonmail|proton)\b/i;
const PHRASES =
	/sent from|get outlook|gesendet|envoyé|enviado|inviato|verzonden|skickat|sendt|lähetetty|wysłane|odesláno|odoslané|отправлено|надіслано|gönderildi|から送信|发自|發自|傳送自|보냄|보낸|trimis|elküldve|από το|נשלח|تم الإرسال|ارسال|đã gửi|dikirim|išsiųsta|nosūtīts|sent via|enviat|ส่งจาก|послато|poslato|sent with/i;
