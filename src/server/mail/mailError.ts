/** What sending a mail fails with. */
export type MailErrorCode =
	/** The recipient is not one plain address. */
	| 'INVALID_ADDRESS'
	/** The mail server, or the disk, refused for good. */
	| 'REFUSED'
	/** The mail server could not be reached, or asked to try again later, as often as we tried. */
	| 'UNAVAILABLE';

export class MailError extends Error {
	readonly code: MailErrorCode;

	constructor(code: MailErrorCode, options?: ErrorOptions) {
		super(`Mail not sent: ${code}`, options);
		this.code = code;
	}
}
