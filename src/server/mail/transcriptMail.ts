/** The transcript mail that a visitor asks for. */
import type { Block } from '#markdown/blocks.ts';
import type { Attachment } from '#protocol/attachments.ts';
import { isFromVisitor, MessageType, type Message } from '#protocol/entities.ts';
import { DEFAULT_LOCALE, languageTag } from '#protocol/locales.ts';
import { msg } from '../language/msg.ts';
import { translate } from '../language/translate.ts';
import { withoutControls } from '#markdown/withoutControls.ts';
import { html, type Html } from '#markdown/html.ts';
import { drawPage } from '#transcript/drawPage.ts';
import type { Mail } from './mail.ts';
import { richHtml } from '#markdown/richHtml.ts';

/** A message as the team sees it; the addresses of its attachments are absolute. */
export type TranscriptMessage = Pick<
	Message,
	'message_type' | 'content' | 'content_attributes' | 'created_at' | 'private' | 'sender' | 'attachments'
>;

export interface TranscriptOptions {
	displayId: number;
	/** Locale of the mail's own texts and times. */
	locale: string;
	/** The inbox's time zone, as an IANA name. */
	timeZone: string;
	/** Parses Markdown into what may be shown. */
	parse: (markdown: string) => Block[];
}

/** What the mail says of one message, in its two forms. */
export interface TranscriptEntry {
	text: string;
	html: Html;
}

/** Makes the mail message by message, since a conversation may be too long to be turned into a mail at once. */
export interface Transcript {
	/** Undefined for a message that is not part of a transcript. */
	entryOf(message: TranscriptMessage): TranscriptEntry | undefined;
	/** The mail's subject and text. The entries are the oldest first; with `isCut`, a sign says that older ones are left out. */
	mailOf(entries: readonly TranscriptEntry[], isCut?: boolean): Omit<Mail, 'id' | 'to'>;
}

export function createTranscript({ displayId, locale, timeZone, parse }: TranscriptOptions): Transcript {
	const formatTime = createTimeFormat(locale, timeZone);
	return {
		entryOf(message) {
			if (!isTranscribed(message)) return undefined;
			const entry: Entry = {
				isOwn: isFromVisitor(message),
				name: nameOf(message, locale),
				time: formatTime(message.created_at),
				content: message.content ?? '',
				links: (message.attachments ?? []).map((attachment) => linkOf(attachment, locale)),
			};
			return { text: writeEntry(entry), html: drawEntry(entry, parse) };
		},

		mailOf(entries, isCut = false) {
			const subject = translate(locale, msg`[#${{ displayId }}] Conversation Transcript`);
			const shown = isCut ? [CUT, ...entries] : entries;
			return {
				subject,
				text: [subject, ...shown.map(({ text }) => text)].join('\n\n'),
				html: drawPage(
					locale,
					subject,
					shown.map((entry) => entry.html),
				).text,
			};
		},
	};
}

const CUT: TranscriptEntry = { text: '…', html: html`<p>…</p>` };

interface Entry {
	isOwn: boolean;
	name: string;
	time: string;
	/** The content as Markdown. */
	content: string;
	links: Link[];
}

interface Link {
	label: string;
	/** Undefined where there is no address to link. */
	address: string | undefined;
}

/**
 * Whether the transcript contains a message: only what visitor and team said, without notes, activities, templates, and
 * deleted messages.
 */
function isTranscribed(message: TranscriptMessage): boolean {
	const isSaid = message.message_type === MessageType.INCOMING || message.message_type === MessageType.OUTGOING;
	return isSaid && message.private !== true && message.content_attributes['deleted'] !== true;
}

function nameOf(message: TranscriptMessage, locale: string): string {
	const { sender } = message;
	const name = sender?.type === 'user' ? sender.available_name || sender.name : sender?.name;
	return (
		withoutControls(name ?? '', ' ').trim() || translate(locale, isFromVisitor(message) ? msg`Visitor` : msg`Agent`)
	);
}

/** Formats seconds since the epoch: `Mar 03, 02:05 PM CET` in English, by local custom elsewhere. */
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

function linkOf(attachment: Attachment, locale: string): Link {
	return {
		label: withoutControls(labelOf(attachment, locale), ' ').trim() || translate(locale, msg`File Attachment`),
		address: webAddress(attachment.data_url),
	};
}

/** The normalised address; undefined when it is no web address. */
function webAddress(written: string | null): string | undefined {
	const url = written === null ? null : URL.parse(written);
	return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}

function labelOf(attachment: Attachment, locale: string): string {
	switch (attachment.file_type) {
		case 'location': {
			const { coordinates_lat: latitude, coordinates_long: longitude } = attachment;
			return `${attachment.fallback_title ?? translate(locale, msg`Location`)} (${latitude}, ${longitude})`;
		}
		case 'fallback':
			return attachment.fallback_title ?? attachment.data_url ?? '';
		default:
			return fileNameOf(attachment.data_url);
	}
}

/** The last part of a file's address. */
function fileNameOf(address: string): string {
	const segment = address.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}

/** Indented, so that no message can pass for the beginning of the next one. */
function writeEntry({ name, time, content, links }: Entry): string {
	const written = content.trim() === '' ? [] : content.trim().split(/\r\n?|[\n\u2028\u2029]/);
	const lines = [
		...written,
		...links.map(({ label, address }) => (address === undefined ? label : `${label}: ${address}`)),
	];
	return [`${name} (${time})`, ...lines.map((line) => `    ${line}`.trimEnd())].join('\n');
}

function drawEntry({ isOwn, name, time, content, links }: Entry, parse: TranscriptOptions['parse']): Html {
	const accent = isOwn ? '#1f93ff' : '#c9ced6';
	return html`<section style="margin:0 0 16px;padding:4px 16px;border-inline-start:4px solid ${accent}">
		<p style="margin:0 0 4px">
			<strong><bdi>${name}</bdi></strong> <span style="color:#5b6470;font-size:13px">${time}</span>
		</p>
		${content.trim() === '' ? [] : richHtml(parse(content))}${links.map(drawLink)}
	</section>`;
}

function drawLink({ label, address }: Link): Html {
	const name = html`<bdi>${label}</bdi>`;
	const shown = address === undefined ? name : html`<a href="${address}" rel="noopener noreferrer">${name}</a>`;
	return html`<p style="margin:0 0 8px">${shown}</p>`;
}
