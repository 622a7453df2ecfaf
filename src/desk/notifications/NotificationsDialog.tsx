/** How this device tells the agent that a visitor waits. */
import { Trans } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { Checkbox } from '../common/Checkbox.tsx';
import { Dialog } from '../common/dialogs/Dialog.tsx';
import { ProblemBox } from '../common/ProblemBox.tsx';
import { chooseNotification, chooseSound, notificationChoiceAtom } from './notifications.ts';
import styles from './NotificationsDialog.module.css';

const CAN_NOTIFY = 'Notification' in self;

export function NotificationsDialog({ onClose }: { onClose: () => void }) {
	const { hasSound, hasNotification } = useAtomValue(notificationChoiceAtom);
	const setSound = useSetAtom(chooseSound);
	const setNotification = useSetAtom(chooseNotification);
	const [isRefused, setRefused] = useState(false);
	const choose = async (isWished: boolean): Promise<void> => setRefused(!(await setNotification(isWished)));
	return (
		<Dialog title={<Trans>Sounds and notifications</Trans>} onClose={onClose}>
			<p className={styles.lead}>
				<Trans>
					On this device you are notified of messages in your own conversations, and in those that nobody has taken.
				</Trans>
			</p>
			<Checkbox isChecked={hasSound} onChange={setSound}>
				<Trans>Play a sound</Trans>
			</Checkbox>
			{CAN_NOTIFY && (
				<Checkbox isChecked={hasNotification} onChange={(isWished) => void choose(isWished)}>
					<Trans>Show a notification while this window is in the background</Trans>
				</Checkbox>
			)}
			{isRefused && (
				<ProblemBox>
					<Trans>
						The browser blocks notifications from this address. Allow them in the browser’s settings, then try again.
					</Trans>
				</ProblemBox>
			)}
		</Dialog>
	);
}
