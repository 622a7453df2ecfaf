/** A message that the server does not have yet, as it is stored on the device. */
import * as v from 'valibot';
import { FileFacts } from './fileFacts.ts';

/** Why a message failed, where that is known: `GONE` is a file that is no longer on this device. */
const SendFailure = v.picklist(['TOO_BIG', 'TYPE_NOT_SUPPORTED', 'GONE']);
export type SendFailure = v.InferOutput<typeof SendFailure>;

export const OutboxEntry = v.object({
	echoId: v.string(),
	/** The text, or '' for a file. */
	content: v.string(),
	/** The attached file; its bytes are in the file store, under the echo id. */
	file: v.optional(FileFacts),
	/** What the server calls the file, once it has the bytes. */
	uploadedAs: v.optional(v.string()),
	/** Id of the message that it answers. */
	replyTo: v.optional(v.number()),
	/**
	 * Display id of its conversation, where the writer has gone on to another one since; 0 for one
	 * that begins with it.
	 */
	conversation: v.optional(v.number()),
	/** When it was written, in milliseconds since the epoch; also the order of sending. */
	queuedAt: v.number(),
	/** Address of the page on which it was written, or ''. */
	referrerUrl: v.string(),
	state: v.picklist(['in_progress', 'failed']),
	/** The number of attempts that the server answered with an error. */
	failures: v.number(),
	failure: v.optional(SendFailure),
	/** The server asked not to send it before this moment, in milliseconds since the epoch. */
	heldBackTill: v.optional(v.number()),
	/** At least one request was made for it, so the server may have it already. */
	isAttempted: v.boolean(),
	/**
	 * Id of the newest message that was known when it was written; only a message with a higher id
	 * can be this one.
	 */
	afterId: v.number(),
});
export type OutboxEntry = v.InferOutput<typeof OutboxEntry>;
