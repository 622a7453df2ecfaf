/** The transcript mail that a visitor asks for. */
import { literal, type Block } from '#markdown/blocks.ts';
import { isWorthParsing } from '#markdown/isWorthParsing.ts';
import { parseMarkdown } from '#markdown/parseMarkdown.ts';
import { isFromVisitor } from '#protocol/entities/entities.ts';
import { DEFAULT_LOCALE, languageTag } from '#protocol/base/locales.ts';
import {
	createTranscript,
	type Transcript,
	type TranscriptEntry,
	type TranscriptMessage,
} from '#transcript/transcript.ts';
import { withoutControls } from '#markdown/withoutControls.ts';
import { msg } from '../language/msg.ts';
import { translate } from '../language/translate.ts';
import type { Mail } from './mail.ts';

export interface TranscriptMailOptions {
	displayId: number;
	/** Locale of the mail's own texts and times. */
	locale: string;
	/** The inbox's time zone, as an IANA name. */
	timeZone: string;
	/** Parses Markdown into what may be shown. */
	parse?: (markdown: string, verbatim?: unknown) => Block[];
}

export interface TranscriptMail {
	entryOf: Transcript['entryOf'];
	/**
	 * The mail's subject and text. The entries are the oldest first; with `isCut`, a sign says that
	 * older ones are left out.
	 */
	mailOf(entries: readonly TranscriptEntry[], isCut?: boolean): Omit<Mail, 'id' | 'to'>;
}

export function createTranscriptMail({
	displayId,
	locale,
	timeZone,
	parse = parseWhereNeeded,
}: TranscriptMailOptions): TranscriptMail {
	const subject = translate(locale, msg`[#${{ displayId }}] Conversation Transcript`);
	const { entryOf, join } = createTranscript({
		locale,
		title: subject,
		nameOf: (message) => nameOf(message, locale),
		formatTime: createTimeFormat(locale, timeZone),
		fileLabel: translate(locale, msg`File Attachment`),
		locationLabel: translate(locale, msg`Location`),
		parse,
	});
	return { entryOf, mailOf: (entries, isCut) => ({ subject, ...join(entries, isCut) }) };
}

/** Most messages have no markup and need no parser. */
function parseWhereNeeded(text: string, verbatim?: unknown): Block[] {
	return isWorthParsing(text) ? parseMarkdown(text, verbatim) : [literal(text)];
}

function nameOf(message: TranscriptMessage, locale: string): string {
	const { sender } = message;
	const name = sender?.type === 'user' ? sender.available_name || sender.name : sender?.name;
	return (
		withoutControls(name ?? '', ' ').trim() || translate(locale, isFromVisitor(message) ? msg`Visitor` : msg`Agent`)
	);
}

/**
 * Formats seconds since the epoch: `Mar 03, 02:05 PM CET` in English, by local custom elsewhere.
 */
function createTimeFormat(locale: string, timeZone: string): (seconds: number) => string {
	const format = new Intl.DateTimeFormat(languageTag(locale), {
		timeZone,
		month: 'short',
		day: '2-digit',
		hour: '2-digit',
		minute: '2-digit',
		timeZoneName: 'short',
		...(locale === DEFAULT_LOCALE ? { hour12: true } : {}),
	});
	// Newer Unicode data has a narrow space before AM, which some mail programs cannot draw.
	return (seconds) => format.format(seconds * 1000).replace(/\u202f/g, ' ');
}
