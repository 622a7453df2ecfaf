/**
 * When a mail server says in so many words that there is no such recipient: at once, or in a
 * bounce.
 */

/**
 * Of RFC 3463: no such mailbox, domain, or syntax of an address; a mailbox that has moved away; a
 * domain that takes no mail (RFC 7505); a mailbox that is disabled. Other codes may mean who we
 * are, what we send, or how much, such as 5.1.8 the sender's address.
 */
const CODES = String.raw`5\.(?:1\.(?:1|2|3|6|10)|2\.1)`;
const CODE = new RegExp(`^${CODES}$`);
const ANSWER = new RegExp(String.raw`\b5\d\d[ -]${CODES}\b`);

/** @param status such as `5.1.1` */
export function isRecipientUnknown(status: string): boolean {
	return CODE.test(status);
}

/**
 * @param answer of an SMTP server, such as `550 5.1.1 No such user`. A bare 550 may mean anything.
 */
export function saysRecipientUnknown(answer: string): boolean {
	return ANSWER.test(answer);
}
