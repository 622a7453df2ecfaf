import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { memo } from 'react';
import { minuteAtom } from '#models/minute.ts';
import { Icon } from '#ui/Icon.tsx';
import { ALERT, CLOCK } from '../common/icons.ts';
import { formatWait } from '../common/time.ts';
import { VisuallyHidden } from '../common/VisuallyHidden.tsx';
import type { Conversation } from './conversation.ts';
import styles from './WaitingTime.module.css';

interface Props extends Pick<Conversation, 'status' | 'waitingSince'> {
	/** Seconds within which the website promises an answer; undefined where that is not known. */
	promised: number | undefined;
}

/**
 * How long the visitor has been waiting for a reply, and whether that is longer than the website
 * promises: nothing in a conversation that is resolved or snoozed. Most of what changes a row does
 * not change that.
 */
export const WaitingTime = memo(function WaitingTime({ status, waitingSince, promised = Infinity }: Props) {
	const { i18n } = useLingui();
	const now = useAtomValue(minuteAtom);
	const isWaiting = waitingSince > 0 && (status === 'open' || status === 'pending');
	const shown = isWaiting && formatWait(waitingSince, i18n.locale, now, 'narrow');
	if (!shown) return null;
	const duration = formatWait(waitingSince, i18n.locale, now, 'long');
	const isOverdue = now / 1000 - waitingSince > promised;
	return (
		<span className={styles.wait} data-overdue={isOverdue || undefined}>
			<Icon name={isOverdue ? ALERT : CLOCK} />
			<span aria-hidden="true">{shown}</span>
			<VisuallyHidden>
				{isOverdue ? <Trans>Waiting longer than promised: {duration}</Trans> : <Trans>Waiting: {duration}</Trans>}
			</VisuallyHidden>
		</span>
	);
});
