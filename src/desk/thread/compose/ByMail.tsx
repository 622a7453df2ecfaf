/** Below a message that came by mail: that it did, who sent it, and all that the mail says. */
import { Trans } from '@lingui/react/macro';
import * as v from 'valibot';
import type { Message } from '#protocol/entities/entities.ts';
import styles from './ByMail.module.css';

const Texts = v.object({ full: v.optional(v.string()), reply: v.optional(v.string()) });
const Mail = v.object({
	from: v.array(v.string()),
	subject: v.string(),
	text_content: Texts,
	html_content: Texts,
	left_out: v.optional(v.array(v.string()), []),
});

export function ByMail({ message: { content, content_attributes, sender } }: { message: Message }) {
	const read = v.safeParse(Mail, content_attributes['email']);
	if (!read.success) return null;
	const { from, subject, text_content, html_content, left_out } = read.output;
	const whole = text_content.full ?? html_content.reply ?? '';
	const [other] = from.includes(emailOf(sender)) ? [] : from;
	const names = left_out.join(', ');
	return (
		<div className={styles.mail}>
			<span>
				{other === undefined ? (
					<Trans>By email</Trans>
				) : (
					<Trans>
						By email from <bdi>{other}</bdi>
					</Trans>
				)}
			</span>
			{names && (
				<span>
					<Trans>
						Files left out: <bdi>{names}</bdi>
					</Trans>
				</span>
			)}
			{whole !== content && (
				<details>
					<summary>
						<Trans>Whole email</Trans>
					</summary>
					<p className={styles.subject} dir="auto">
						{subject}
					</p>
					<p className={styles.whole} dir="auto">
						{whole}
					</p>
				</details>
			)}
		</div>
	);
}

function emailOf(sender: Message['sender']): string {
	return sender && 'email' in sender && typeof sender.email === 'string' ? sender.email.toLowerCase() : '';
}
