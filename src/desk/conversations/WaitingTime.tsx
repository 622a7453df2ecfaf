import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { memo } from 'react';
import { minuteAtom } from '#models/minute.ts';
import { Icon } from '#ui/Icon.tsx';
import type { ReplyPromise } from '../account/businessTime.ts';
import { useIsOverdue } from '../account/replyPromise.ts';
import { ALERT, CLOCK } from '../common/icons.ts';
import { formatWait } from '../common/time.ts';
import { VisuallyHidden } from '../common/VisuallyHidden.tsx';
import type { Conversation } from './conversation.ts';
import styles from './WaitingTime.module.css';

interface Props extends Pick<Conversation, 'status' | 'waitingSince'> {
	/** Undefined where it is not known. */
	promise: ReplyPromise | undefined;
}

/**
 * How long the visitor has been waiting for a reply, and whether that is longer than the website
 * promises: nothing in a conversation that is resolved or snoozed. Most of what changes a row does
 * not change that.
 */
export const WaitingTime = memo(function WaitingTime({ status, waitingSince, promise }: Props) {
	const { i18n } = useLingui();
	const now = useAtomValue(minuteAtom);
	const isWaiting = waitingSince > 0 && (status === 'open' || status === 'pending');
	const isLate = useIsOverdue(isWaiting ? promise : undefined, waitingSince * 1000, now);
	const shown = isWaiting && formatWait(waitingSince, i18n.locale, now, 'narrow');
	if (!shown) return null;
	const duration = formatWait(waitingSince, i18n.locale, now, 'long');
	return (
		<span className={styles.wait} data-overdue={isLate || undefined}>
			<Icon name={isLate ? ALERT : CLOCK} />
			<span aria-hidden="true">{shown}</span>
			<VisuallyHidden>
				{isLate ? <Trans>Waiting longer than promised: {duration}</Trans> : <Trans>Waiting: {duration}</Trans>}
			</VisuallyHidden>
		</span>
	);
});
