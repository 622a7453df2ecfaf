/** Who gets an answer by mail besides, in a conversation that began by one. */
import * as v from 'valibot';
import type { Attributes } from './attributes.ts';

const Copies = v.array(v.string());
const Mail = v.object({ from: Copies, cc: v.nullish(Copies) });

/**
 * Whom the newest mail names so, of the team or of the sender. What another person has sent, who
 * may only have guessed where, names nobody.
 *
 * @param messages the oldest first
 * @param address the sender's
 * @param own the website's
 */
export function copiesOf(
	messages: readonly { content_attributes: Attributes }[],
	address: string,
	own: string | null | undefined,
): string[] {
	for (const { content_attributes } of messages.toReversed()) {
		const sent = v.safeParse(Copies, content_attributes['cc_emails']);
		if (sent.success) return sent.output;
		const mail = v.safeParse(Mail, content_attributes['email']);
		if (mail.success && mail.output.from.includes(address))
			return (mail.output.cc ?? []).filter((one) => one !== address && one !== own);
	}
	return [];
}
