/** How an answer to a mail names its conversation: by its address, and by the mails it answers. */

/** `reply@shop.example` → `reply+<signed>@shop.example`. */
export function replyAddressOf(address: string, signed: string): string {
	return address.replace('@', `+${signed}@`);
}

/**
 * The part of a mail's id before the "@"; `unique` tells it from other mails of the conversation.
 */
export function mailIdOf(signed: string, unique: string): string {
	return `reply.${signed}.${unique}`;
}

/** The id of a mail that does not exist: mail programs group what refers to the same one. */
export function threadIdOf(signed: string): string {
	return `thread.${signed}`;
}

/** What is signed (`MailLinks.signReply`), in the order in which it counts. */
export function signedIn({ recipients, answers }: { recipients: string; answers: readonly string[] }): string[] {
	const addressed = recipients.matchAll(/\+(\d{1,16}\.[\da-f]{24})@/gi);
	const answered = answers.join(' ').matchAll(/(?:^|\s)(?:reply|thread)\.(\d{1,16}\.[\da-f]{24})[.@]/gi);
	return [...addressed, ...answered].map(([, signed = '']) => signed).slice(0, 100);
}
