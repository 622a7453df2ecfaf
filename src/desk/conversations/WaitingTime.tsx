import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { memo } from 'react';
import { minuteAtom } from '#models/minute.ts';
import { Icon } from '#ui/Icon.tsx';
import { CLOCK } from '../common/icons.ts';
import { formatWait } from '../common/time.ts';
import { VisuallyHidden } from '../common/VisuallyHidden.tsx';
import type { Conversation } from './conversation.ts';
import styles from './WaitingTime.module.css';

type Props = Pick<Conversation, 'status' | 'waitingSince'>;

/**
 * How long the visitor has been waiting for a reply: nothing in a conversation that is resolved or
 * snoozed. Most of what changes a row does not change that.
 */
export const WaitingTime = memo(function WaitingTime({ status, waitingSince }: Props) {
	const { i18n } = useLingui();
	const now = useAtomValue(minuteAtom);
	const isWaiting = waitingSince > 0 && (status === 'open' || status === 'pending');
	const shown = isWaiting && formatWait(waitingSince, i18n.locale, now, 'narrow');
	if (!shown) return null;
	const duration = formatWait(waitingSince, i18n.locale, now, 'long');
	return (
		<span className={styles.wait}>
			<Icon name={CLOCK} />
			<span aria-hidden="true">{shown}</span>
			<VisuallyHidden>
				<Trans>Waiting: {duration}</Trans>
			</VisuallyHidden>
		</span>
	);
});
