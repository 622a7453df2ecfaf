/** The result of one delivery attempt. */
export type Outcome =
	| { kind: 'delivered' }
	/** A later attempt may succeed. */
	| { kind: 'failed'; why: string }
	/** No later attempt can succeed. */
	| { kind: 'refused'; why: string; isRecipientUnknown?: boolean };
