/**
 * Reads a bounce: what a mail server reports of a mail that it could not deliver, or not yet (RFC
 * 3464).
 */
import PostalMime from 'postal-mime';
import { BOUNCE_HEADER } from './mail.ts';
import { isRecipientUnknown, saysRecipientUnknown } from './recipientUnknown.ts';

/** Anyone may have sent it, so nothing of it is to be believed. */
export interface Bounce {
	/**
	 * Our header of the mail that it is about (`Mail.bounceToken`); undefined where the mail has
	 * none.
	 */
	token: string | undefined;
	recipients: BouncedRecipient[];
}

export interface BouncedRecipient {
	address: string;
	/** What has happened, such as `failed 5.1.1` or `delayed 4.4.1`. */
	what: string;
	/** Whether there is no such recipient, for good. */
	isUnknown: boolean;
}

/** Our mails have one recipient each. */
const RECIPIENTS_MAX = 20;
const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024 };

const REPORTS: ReadonlySet<string> = new Set(['message/delivery-status', 'message/global-delivery-status']);
/** The mail that the report is about, or its headers. */
const ORIGINALS: ReadonlySet<string> = new Set([
	'message/rfc822',
	'message/global',
	'text/rfc822-headers',
	'message/global-headers',
]);

/**
 * Undefined for a mail that is no bounce, or is none that can be read. The end of a long one may be
 * missing.
 */
export async function readBounce(mail: Uint8Array): Promise<Bounce | undefined> {
	const parts = await readParts(mail);
	if (!parts.some(({ mimeType }) => REPORTS.has(mimeType))) return undefined;
	const bounce: Bounce = { token: undefined, recipients: [] };
	for (const { mimeType, content } of parts) {
		const blocks = content.split(/\r?\n(?:\r?\n)+/).filter((block) => block.trim() !== '');
		if (ORIGINALS.has(mimeType)) {
			const fields = await readFields(blocks[0] ?? '');
			// No space is part of it, but a server may have broken the long line.
			bounce.token ??= fields(BOUNCE_HEADER)?.replaceAll(/\s/g, '');
		}
		if (!REPORTS.has(mimeType)) continue;
		for (const block of blocks.slice(0, 1 + RECIPIENTS_MAX)) {
			const recipient = recipientOf(await readFields(block));
			if (recipient) bounce.recipients.push(recipient);
		}
	}
	return bounce;
}

interface Part {
	mimeType: string;
	content: string;
}

async function readParts(mail: Uint8Array): Promise<Part[]> {
	try {
		const options = { forceRfc822Attachments: true, attachmentEncoding: 'utf8' } as const;
		const { attachments } = await PostalMime.parse(mail, { ...LIMITS, ...options });
		// By the encoding that is asked for, all are texts.
		return attachments.flatMap(({ mimeType, content }) => (typeof content === 'string' ? [{ mimeType, content }] : []));
	} catch {
		// It goes beyond the limits.
		return [];
	}
}

type Fields = (name: string) => string | undefined;

/** The fields of a report are written as the headers of a mail are. */
async function readFields(block: string): Promise<Fields> {
	try {
		const { headers } = await PostalMime.parse(block, LIMITS);
		return (name) => headers.find(({ key }) => key === name.toLowerCase())?.value;
	} catch {
		return () => undefined;
	}
}

/** Undefined for the fields about the report as a whole. */
function recipientOf(fields: Fields): BouncedRecipient | undefined {
	const address = /^(?:rfc822|utf-8)\s*;\s*<?([^<>\s]+)>?/i.exec(fields('final-recipient') ?? '')?.[1];
	if (address === undefined) return undefined;
	const [action = ''] = /^[a-z]+/i.exec(fields('action') ?? '') ?? [];
	const [status = ''] = /^[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields('status') ?? '') ?? [];
	// Some servers, such as Exim, say no more than that it has failed, and quote what they were
	// answered.
	const [, answer = ''] = /^smtp\s*;\s*(.*)/is.exec(fields('diagnostic-code') ?? '') ?? [];
	const saysSo = isRecipientUnknown(status) || (status === '5.0.0' && saysRecipientUnknown(answer));
	return {
		address,
		what: [action.toLowerCase(), status].join(' ').trim(),
		isUnknown: action.toLowerCase() === 'failed' && saysSo,
	};
}
