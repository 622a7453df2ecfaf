/** A message that the server does not have yet, as it is kept on the device. */
import * as v from 'valibot';
import { FileFacts } from './fileFacts.ts';

/** Why a message will not be sent, where that is known: `GONE` is a file that this device no longer has. */
const SendFailure = v.picklist(['TOO_BIG', 'TYPE_NOT_SUPPORTED', 'GONE']);
export type SendFailure = v.InferOutput<typeof SendFailure>;

export const OutboxEntry = v.object({
	echoId: v.string(),
	/** '' for a file. */
	content: v.string(),
	/** What it carries; the bytes are in the file store, under the echo id. */
	file: v.optional(FileFacts),
	/** Id of the message that it answers. */
	replyTo: v.optional(v.number()),
	/** Milliseconds since the epoch; also the order of sending. */
	queuedAt: v.number(),
	/** The address of the page on which it was written, or ''. */
	referrerUrl: v.string(),
	state: v.picklist(['in_progress', 'failed']),
	/** Attempts that the server answered with a failure. */
	failures: v.number(),
	failure: v.optional(SendFailure),
	/** Milliseconds since the epoch before which the server does not want it. */
	heldBackTill: v.optional(v.number()),
	/** It has been on its way at least once, so the server may have it. */
	isAttempted: v.boolean(),
	/** The newest message that was known when it was written; it can only have become a later one. */
	afterId: v.number(),
});
export type OutboxEntry = v.InferOutput<typeof OutboxEntry>;
