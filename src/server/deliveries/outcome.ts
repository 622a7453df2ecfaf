/** The result of one delivery attempt. */
export type Outcome = { kind: 'delivered' } | (Failure & NotTaken);

interface Failure {
	/** What the receiver said, or what failed on the way to it: for administrators. */
	why: string;
	/** The same for the log, where `why` may name a visitor. */
	logged?: string;
}

type NotTaken =
	/**
	 * A later attempt may succeed. `isDeferred`: the receiver takes others, and asked to try this
	 * one again later.
	 */
	| { kind: 'failed'; isDeferred?: boolean }
	/** No later attempt can succeed. */
	| { kind: 'refused'; isRecipientUnknown?: boolean };
