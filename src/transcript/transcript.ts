/**
 * A conversation to keep, as a text and as a page: what the mail to a visitor and the visitor's own
 * download have in common.
 */
import type { Block } from '#markdown/blocks.ts';
import { html, type Html } from '#markdown/html.ts';
import { richHtml } from '#markdown/richHtml.ts';
import { withoutControls } from '#markdown/withoutControls.ts';
import type { Attachment } from '#protocol/entities/attachments.ts';
import { isFromVisitor, MessageType, type Message } from '#protocol/entities/entities.ts';
import { drawPage } from './drawPage.ts';

/** A message as visitor or team see it; the addresses of its attachments are absolute. */
export type TranscriptMessage = Pick<
	Message,
	'message_type' | 'content' | 'content_attributes' | 'created_at' | 'private' | 'sender' | 'attachments'
>;

export interface TranscriptOptions {
	/** Locale of the transcript's own texts. */
	locale: string;
	title: string;
	nameOf: (message: TranscriptMessage) => string;
	/** Formats seconds since the epoch. */
	formatTime: (seconds: number) => string;
	/** Names of attachments that say no name of their own. */
	fileLabel: string;
	locationLabel: string;
	/** Parses Markdown into what may be shown. */
	parse: (markdown: string, verbatim?: unknown) => Block[];
}

/** What the transcript says of one message, in its two forms. */
export interface TranscriptEntry {
	text: string;
	html: Html;
}

/**
 * Makes the transcript message by message, since a conversation may be too long to be written at
 * once.
 */
export interface Transcript {
	/** Undefined for a message that is not part of a transcript. */
	entryOf(message: TranscriptMessage): TranscriptEntry | undefined;
	/**
	 * The whole, in its two forms. The entries are the oldest first; with `isCut`, a sign says that
	 * older ones are left out.
	 */
	join(entries: readonly TranscriptEntry[], isCut?: boolean): { text: string; html: string };
}

export function createTranscript(options: TranscriptOptions): Transcript {
	const { locale, title, parse } = options;
	return {
		entryOf(message) {
			if (!isTranscribed(message)) return undefined;
			const entry: Entry = {
				isOwn: isFromVisitor(message),
				name: withoutControls(options.nameOf(message), ' ').trim(),
				time: options.formatTime(message.created_at),
				content: message.content ?? '',
				verbatim: message.content_attributes['verbatim'],
				reaction: message.content_attributes['reaction'],
				links: (message.attachments ?? []).map((attachment) => linkOf(attachment, options)),
			};
			return { text: writeEntry(entry), html: drawEntry(entry, parse) };
		},

		join(entries, isCut = false) {
			const shown = isCut ? [CUT, ...entries] : entries;
			return {
				text: [title, ...shown.map(({ text }) => text)].join('\n\n'),
				html: drawPage(
					locale,
					title,
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
	/** Its parts that are no Markdown. */
	verbatim: unknown;
	/** The emoji with which the visitor has reacted to it. */
	reaction: unknown;
	links: Link[];
}

type Labels = Pick<TranscriptOptions, 'fileLabel' | 'locationLabel'>;

interface Link {
	label: string;
	/** Undefined where there is no address to link. */
	address: string | undefined;
}

/**
 * Whether the transcript contains a message: only what visitor and team said, without notes,
 * activities, templates, and deleted messages.
 */
function isTranscribed(message: TranscriptMessage): boolean {
	const isSaid = message.message_type === MessageType.INCOMING || message.message_type === MessageType.OUTGOING;
	return isSaid && message.private !== true && message.content_attributes['deleted'] !== true;
}

function linkOf(attachment: Attachment, labels: Labels): Link {
	return {
		label: withoutControls(labelOf(attachment, labels), ' ').trim() || labels.fileLabel,
		address: webAddress(attachment.data_url),
	};
}

/** The normalised address; undefined when it is no web address. */
function webAddress(written: string | null): string | undefined {
	const url = written !== null && URL.canParse(written) ? new URL(written) : undefined;
	return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}

function labelOf(attachment: Attachment, { locationLabel }: Labels): string {
	switch (attachment.file_type) {
		case 'location': {
			const { coordinates_lat: latitude, coordinates_long: longitude } = attachment;
			return `${attachment.fallback_title ?? locationLabel} (${latitude}, ${longitude})`;
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
function writeEntry({ name, time, content, reaction, links }: Entry): string {
	const written = content.trim() === '' ? [] : content.trim().split(/\r\n?|[\n\u2028\u2029]/);
	const lines = [
		...written,
		...links.map(({ label, address }) => (address === undefined ? label : `${label}: ${address}`)),
		...(typeof reaction === 'string' ? [reaction] : []),
	];
	return [`${name} (${time})`, ...lines.map((line) => `    ${line}`.trimEnd())].join('\n');
}

function drawEntry(
	{ isOwn, name, time, content, verbatim, reaction, links }: Entry,
	parse: TranscriptOptions['parse'],
): Html {
	const accent = isOwn ? '#1f93ff' : '#c9ced6';
	return html`<section style="margin:0 0 16px;padding:4px 16px;border-inline-start:4px solid ${accent}">
		<p style="margin:0 0 4px">
			<strong><bdi>${name}</bdi></strong> <span style="color:#5b6470;font-size:13px">${time}</span>
		</p>
		${content.trim() === '' ? [] : richHtml(parse(content, verbatim))}${links.map(drawLink)}${
			typeof reaction === 'string' ? html`<p style="margin:0 0 8px">${reaction}</p>` : []
		}
	</section>`;
}

function drawLink({ label, address }: Link): Html {
	const name = html`<bdi>${label}</bdi>`;
	const shown = address === undefined ? name : html`<a href="${address}" rel="noopener noreferrer">${name}</a>`;
	return html`<p style="margin:0 0 8px">${shown}</p>`;
}
