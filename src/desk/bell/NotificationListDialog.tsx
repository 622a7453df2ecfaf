/** What the agent has been told of: read, unread, and snoozed where they wish. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef, useState } from 'react';
import { isAborted } from '#client/rest.ts';
import { Checkbox } from '../common/Checkbox.tsx';
import { Dialog } from '../common/dialogs/Dialog.tsx';
import { TextButton } from '../common/TextButton.tsx';
import { WaitingNote } from '../common/WaitingNote.tsx';
import { agentAtom } from '../session/session.ts';
import {
	loadMoreNotifications,
	notificationListAtom,
	openNotificationList,
	readAllNotifications,
	reloadNotifications,
} from './notificationList.ts';
import { NotificationRow } from './NotificationRow.tsx';
import styles from './NotificationListDialog.module.css';

export function NotificationListDialog({ onClose }: { onClose: () => void }) {
	const { t } = useLingui();
	const { rows, count, withSnoozed, state } = useAtomValue(notificationListAtom);
	const open = useSetAtom(openNotificationList);
	const reload = useSetAtom(reloadNotifications);
	const loadMore = useSetAtom(loadMoreNotifications);
	const readAll = useSetAtom(readAllNotifications);
	const agent = useAtomValue(agentAtom);
	const [hasFailed, setFailed] = useState(false);
	const list = useRef<HTMLDivElement>(null);
	useEffect(() => open(), [open]);
	// The profile is read again after a gap, and where the agent sees other websites than before.
	useEffect(() => void reload(), [agent, reload]);
	const isUnread = rows.some(({ read_at }) => read_at === null);
	const hasMore = rows.length < (count ?? 0);
	// What had the focus may have gone: a row, or a button that has nothing more to do.
	useEffect(() => {
		if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
	}, [rows, isUnread, hasMore]);
	const change = async (act: () => Promise<void>): Promise<void> => {
		setFailed(false);
		try {
			await act();
		} catch (error) {
			if (!isAborted(error)) setFailed(true);
		}
	};
	return (
		<Dialog title={<Trans>Notifications</Trans>} onClose={onClose}>
			<div className={styles.tools}>
				<Checkbox isChecked={withSnoozed} onChange={(isWished) => void reload(isWished)}>
					<Trans>Show snoozed</Trans>
				</Checkbox>
				{isUnread && (
					<TextButton onPress={() => void change(readAll)}>
						<Trans>Mark all as read</Trans>
					</TextButton>
				)}
			</div>
			{hasFailed && (
				<p className={styles.failure} role="alert">
					<Trans>That did not work. Try again.</Trans>
				</p>
			)}
			<div ref={list} className={styles.list} role="group" aria-label={t`Notifications`} tabIndex={-1}>
				{rows.length > 0 && (
					<ul>
						{rows.map((row) => (
							<NotificationRow key={row.id} row={row} change={change} />
						))}
					</ul>
				)}
				{state === 'failed' && <WaitingNote hasFailed retry={() => void (rows.length > 0 ? loadMore() : reload())} />}
				{count === undefined && state === 'loading' && <WaitingNote hasFailed={false} retry={() => {}} />}
				{count === 0 && rows.length === 0 && (
					<p className={styles.empty}>
						<Trans>No notifications yet.</Trans>
					</p>
				)}
				{hasMore && state !== 'failed' && rows.length > 0 && (
					<p className={styles.more}>
						<TextButton isBusy={state === 'loading'} onPress={() => void loadMore()}>
							<Trans>Show more</Trans>
						</TextButton>
					</p>
				)}
			</div>
		</Dialog>
	);
}
