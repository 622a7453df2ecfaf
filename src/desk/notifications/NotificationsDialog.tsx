/** How this device tells the agent that a visitor waits. */
import { Trans } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useState, type ReactNode } from 'react';
import { Dialog } from '../common/Dialog.tsx';
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
		<Dialog title={<Trans>Notifications</Trans>} onClose={onClose}>
			<p className={styles.lead}>
				<Trans>
					On this device you are told of messages in your own conversations, and in those that nobody has taken.
				</Trans>
			</p>
			<Choice isChecked={hasSound} onChange={setSound}>
				<Trans>Play a sound</Trans>
			</Choice>
			{CAN_NOTIFY && (
				<Choice isChecked={hasNotification} onChange={(isWished) => void choose(isWished)}>
					<Trans>Show a notification while you look at something else</Trans>
				</Choice>
			)}
			{isRefused && (
				<p className={styles.problem} role="alert">
					<Trans>
						The browser blocks notifications from this address. Allow them in the browser’s settings, then try again.
					</Trans>
				</p>
			)}
		</Dialog>
	);
}

interface ChoiceProps {
	isChecked: boolean;
	onChange: (isChecked: boolean) => void;
	children: ReactNode;
}

function Choice({ isChecked, onChange, children }: ChoiceProps) {
	return (
		<label className={styles.choice}>
			<input type="checkbox" checked={isChecked} onChange={({ target }) => onChange(target.checked)} />
			<span>{children}</span>
		</label>
	);
}
