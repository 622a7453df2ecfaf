/** The reasons for which sending a mail fails. */
export type MailErrorCode =
	/** The recipient is not one plain address. */
	| 'INVALID_ADDRESS'
	/** The mail server knows no such recipient. */
	| 'RECIPIENT_UNKNOWN'
	/** The mail server has refused the mail permanently, for another reason. */
	| 'REFUSED'
	/** The mail server works, and asked to try this mail, or this recipient, again later. */
	| 'DEFERRED'
	/**
	 * The mail server, or the disk, could not be reached, refused the login, or takes no mail at
	 * the moment.
	 */
	| 'UNAVAILABLE';

export class MailError extends Error {
	readonly code: MailErrorCode;

	constructor(code: MailErrorCode, options?: ErrorOptions) {
		super(`Mail not sent: ${code}`, options);
		this.code = code;
	}
}
