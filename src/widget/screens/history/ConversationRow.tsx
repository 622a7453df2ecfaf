import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { isFromVisitor, type ListedConversation, type Message } from '#protocol/entities/entities.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Icon } from '#ui/Icon.tsx';
import { ROW } from '#ui/ListCard.tsx';
import { useDayText } from '../../features/messages/useDayText.ts';
import { useIdentity } from '../../features/messages/useIdentity.ts';
import { useSummary } from '../../features/messages/useSummary.ts';
import styles from './ConversationRow.module.css';

interface Props {
	conversation: ListedConversation;
	/** In place of whether it is open, where that is known. */
	unreadCount?: number;
	/** With its display id. */
	onPress: (id: number) => void;
}

/** A conversation in a list, by its newest message. */
export function ConversationRow({ conversation, unreadCount, onPress }: Props) {
	const { id, status, last_message, last_activity_at } = conversation;
	const { t, i18n } = useLingui();
	const isOpen = status !== 'resolved';
	const day = useDayText()(last_activity_at);
	return (
		<button type="button" className={ROW} onClick={() => onPress(id)}>
			{last_message && <LastMessage message={last_message} />}
			<span className={styles.facts}>
				<time dateTime={new Date(last_activity_at * 1000).toISOString()}>{day}</time>
				{unreadCount === undefined ? (
					<span className={styles.status} data-open={isOpen || undefined}>
						{isOpen ? t`Still open` : t`Ended`}
					</span>
				) : (
					unreadCount > 0 && (
						<span
							role="img"
							aria-label={t`${plural(unreadCount, { one: '# unread message', other: '# unread messages' })}`}
							className={styles.unread}
						>
							{i18n.number(unreadCount)}
						</span>
					)
				)}
			</span>
			<Icon name="forward" isDirectional />
		</button>
	);
}

function LastMessage({ message }: { message: Message }) {
	const { t } = useLingui();
	const { name, picture } = useIdentity()(message.sender);
	const isOwn = isFromVisitor(message);
	return (
		<>
			<Avatar name={isOwn ? t`You` : name} url={isOwn ? '' : picture} size="medium" />
			<span className={styles.text}>
				<span className={styles.name}>
					<bdi>{isOwn ? t`You` : name}</bdi>
				</span>
				<span className={styles.summary} dir="auto">
					{useSummary(message)}
				</span>
			</span>
		</>
	);
}
