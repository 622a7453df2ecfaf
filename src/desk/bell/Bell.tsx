import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { IconButton } from '#ui/IconButton.tsx';
import { openDeskDialog } from '../common/openDialog.ts';
import { unreadNotificationsAtom } from '../notifications/unreadNotifications.ts';
import styles from './Bell.module.css';

const BELL = 'M6 17v-6a6 6 0 0 1 12 0v6l1.5 1h-15zM10 21h4';

/** Opens the agent's notifications, and says how many are unread. */
export function Bell() {
	const { t } = useLingui();
	const count = useAtomValue(unreadNotificationsAtom);
	const open = useSetAtom(openDeskDialog);
	const name = t`Notifications`;
	return (
		<div className={styles.place}>
			<IconButton
				label={count > 0 ? t`${name}: ${{ content: count }}` : name}
				icon={BELL}
				onPress={() => open('bell')}
			/>
			{count > 0 && (
				<span className={styles.count} aria-hidden="true">
					{count > 99 ? '99+' : count}
				</span>
			)}
		</div>
	);
}
