import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useState, type MouseEvent } from 'react';
import type { Notification } from '#protocol/entities/notifications.ts';
import { Icon } from '#ui/Icon.tsx';
import { usePlainText } from '#ui/richText/plainText.ts';
import { Menu, type MenuItem } from '../common/Menu.tsx';
import { conversationHref } from '../common/route.ts';
import { formatMoment, formatRecent, formatWeekday, isoTime } from '../common/time.ts';
import { VisuallyHidden } from '../common/VisuallyHidden.tsx';
import { useMessageText } from '../conversations/useMessageText.ts';
import { SnoozeDialog } from '../thread/header/SnoozeDialog.tsx';
import { snoozeTimes } from '../thread/header/snoozeTimes.ts';
import { VisitorAvatar } from '../visitor/VisitorAvatar.tsx';
import { useIsVisitorOnline } from '../visitor/useIsVisitorOnline.ts';
import { deleteNotification, setNotificationRead, snoozeNotification } from './notificationList.ts';
import styles from './NotificationRow.module.css';

interface Props {
	row: Notification;
	/** Does something that may fail. */
	change: (act: () => Promise<void>) => Promise<void>;
}

/** Who, what, when and in which conversation; a press shows the conversation. */
export function NotificationRow({ row, change }: Props) {
	const { i18n } = useLingui();
	const { primary_actor: conversation, last_activity_at: at } = row;
	const visitor = conversation.meta.sender;
	const isOnline = useIsVisitorOnline(visitor.id);
	const isUnread = row.read_at === null;
	const setRead = useSetAtom(setNotificationRead);
	const show = ({ currentTarget, ctrlKey, metaKey, shiftKey }: MouseEvent<HTMLElement>): void => {
		if (isUnread) void change(() => setRead(row, true));
		// Otherwise it opens in another tab.
		if (!ctrlKey && !metaKey && !shiftKey) currentTarget.closest('dialog')?.close();
	};
	const until = row.snoozed_until === null ? undefined : Date.parse(row.snoozed_until) / 1000;
	const moment = until === undefined ? '' : formatMoment(until, i18n.locale);
	return (
		<li className={styles.row} data-unread={isUnread || undefined}>
			<a className={styles.link} href={conversationHref(conversation.id)} onClick={show}>
				<VisitorAvatar visitor={visitor} isOnline={isOnline} />
				<span className={styles.head}>
					<bdi className={styles.name}>{visitor.name}</bdi>
					<span className={styles.fact}>#{conversation.id}</span>
					{isUnread && (
						<VisuallyHidden>
							<Trans>Unread</Trans>
						</VisuallyHidden>
					)}
					<time className={styles.time} dateTime={isoTime(at)}>
						{formatRecent(at, i18n.locale)}
					</time>
				</span>
				<span className={styles.what}>
					<What row={row} />
				</span>
				<Words row={row} />
				{moment !== '' && (
					<span className={styles.line}>
						<Trans>Snoozed until {moment}</Trans>
					</span>
				)}
			</a>
			<RowMenu row={row} change={change} />
		</li>
	);
}

function What({ row: { notification_type, secondary_actor } }: Pick<Props, 'row'>) {
	const name = <bdi>{secondary_actor?.sender?.name}</bdi>;
	switch (notification_type) {
		case 'conversation_creation':
			return <Trans>New conversation</Trans>;
		case 'conversation_assignment':
			return <Trans>Assigned to you</Trans>;
		case 'conversation_mention':
			return <Trans>{name} mentioned you</Trans>;
		case 'assigned_conversation_new_message':
		case 'participating_conversation_new_message':
			return secondary_actor?.private ? <Trans>Note by {name}</Trans> : <Trans>New message</Trans>;
	}
}

/** What the message says, in one line. */
function Words({ row: { secondary_actor: message } }: Pick<Props, 'row'>) {
	const { t } = useLingui();
	const textOf = useMessageText();
	const text = usePlainText(message ? textOf(message) : '');
	return message && <bdi className={styles.line}>{text || t`File Attachment`}</bdi>;
}

function RowMenu({ row, change }: Props) {
	const { t, i18n } = useLingui();
	/** The times that it offers begin when it is opened. */
	const [openedAt, setOpenedAt] = useState<Date>();
	const [isChoosing, setChoosing] = useState(false);
	const setRead = useSetAtom(setNotificationRead);
	const snooze = useSetAtom(snoozeNotification);
	const remove = useSetAtom(deleteNotification);
	const isUnread = row.read_at === null;
	const times = openedAt && snoozeTimes(openedAt);
	const name = t`Snooze`;
	const naming = (content: string) => t`${name}: ${{ content }}`;
	const itemAt = (content: string, time: Date): MenuItem => ({
		name: naming(content),
		hint: formatWeekday(time, i18n.locale),
		act: () => void change(() => snooze(row, Math.floor(time.getTime() / 1000))),
	});
	const items: MenuItem[] = [
		{
			name: isUnread ? t`Mark as read` : t`Mark as unread`,
			act: () => void change(() => setRead(row, isUnread)),
		},
		...(row.snoozed_until === null
			? []
			: [{ name: t`End snooze now`, act: () => void change(() => snooze(row, null)) }]),
		...(times
			? [
					itemAt(t`For an hour`, times.hour),
					itemAt(t`Until tomorrow morning`, times.tomorrow),
					itemAt(t`Until next week`, times.week),
				]
			: []),
		{ name: naming(t`Choose a date and time`), act: () => setChoosing(true) },
		{ name: t`Delete`, act: () => void change(() => remove(row)) },
	];
	return (
		<>
			<Menu
				name={t`More options`}
				items={items}
				isOpen={openedAt !== undefined}
				onToggle={(isOpen) => setOpenedAt(isOpen ? new Date() : undefined)}
			>
				<Icon name="more" />
			</Menu>
			{isChoosing && (
				<SnoozeDialog onChoose={(until) => void change(() => snooze(row, until))} onClose={() => setChoosing(false)} />
			)}
		</>
	);
}
