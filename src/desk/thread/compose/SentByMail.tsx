/** Below an answer that went out by mail: that it did, who got it besides, and what failed. */
import { Trans } from '@lingui/react/macro';
import * as v from 'valibot';
import type { Message } from '#protocol/entities/entities.ts';
import styles from './ByMail.module.css';

const Sent = v.object({
	cc_emails: v.optional(v.array(v.string()), []),
	external_error: v.optional(v.string(), ''),
});

export function SentByMail({ message: { content_attributes, status } }: { message: Message }) {
	const read = v.safeParse(Sent, content_attributes);
	if (!read.success) return null;
	const { cc_emails, external_error: reason } = read.output;
	const copies = cc_emails.join(', ');
	return (
		<div className={styles.mail}>
			<span>
				<Trans>By email</Trans>
				{copies && (
					<>
						{' · Cc: '}
						<bdi>{copies}</bdi>
					</>
				)}
			</span>
			{status === 'failed' && (
				<span className={styles.failure} role="alert">
					<Trans>
						This email did not arrive: <bdi>{reason}</bdi>
					</Trans>
				</span>
			)}
		</div>
	);
}
