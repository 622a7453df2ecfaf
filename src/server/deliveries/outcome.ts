/** What became of one attempt to deliver something. */
export type Outcome =
	| { kind: 'delivered' }
	/** Another time it may work. */
	| { kind: 'failed'; why: string }
	/** It never will. */
	| { kind: 'refused'; why: string };
