/** The result of one delivery attempt. */
export type Outcome =
	| { kind: 'delivered' }
	/** A later attempt may succeed. `isDeferred`: the receiver takes others, and asked to try this one again later. */
	| { kind: 'failed'; why: string; isDeferred?: boolean }
	/** No later attempt can succeed. */
	| { kind: 'refused'; why: string; isRecipientUnknown?: boolean };
