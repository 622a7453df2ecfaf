import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { atom } from 'jotai/vanilla';
import { memo, useMemo } from 'react';
import { isFromTeam } from '#protocol/entities/entities.ts';
import { typistsOfAtom } from '#models/typists.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Icon } from '#ui/Icon.tsx';
import { LETTER } from '../common/icons.ts';
import { conversationHref } from '../common/route.ts';
import { agentAtom } from '../session/session.ts';
import { VisuallyHidden } from '../common/VisuallyHidden.tsx';
import { formatRecent, isoTime } from '../common/time.ts';
import { VisitorAvatar } from '../visitor/VisitorAvatar.tsx';
import { useIsVisitorOnline } from '../visitor/useIsVisitorOnline.ts';
import type { Conversation } from './conversation.ts';
import { LabelDot } from './LabelDot.tsx';
import { PriorityMark } from './PriorityMark.tsx';
import type { RowFacts } from './useRowFacts.ts';
import { useLastSaid } from './useSummary.ts';
import { WaitingTime } from './WaitingTime.tsx';
import styles from './ConversationRow.module.css';

interface Props {
	conversation: Conversation;
	isSelected: boolean;
	facts: RowFacts;
}

/**
 * It is drawn again when something of it changes, and not with each event that concerns another.
 */
export const ConversationRow = memo(function ConversationRow({ conversation, isSelected, facts }: Props) {
	const { i18n } = useLingui();
	const { id, visitor, unreadCount, lastActivityAt, priority, assignee } = conversation;
	const isOnline = useIsVisitorOnline(visitor.id);
	const isUnread = unreadCount > 0;
	return (
		<a
			className={[styles.row, isUnread && styles.unread].filter(Boolean).join(' ')}
			href={conversationHref(id)}
			aria-current={isSelected ? 'page' : undefined}
		>
			<VisitorAvatar visitor={visitor} isOnline={isOnline} />
			<span className={styles.name}>
				<bdi>{visitor.name}</bdi>
			</span>
			{isOnline && (
				<VisuallyHidden>
					<Trans>Online</Trans>
				</VisuallyHidden>
			)}
			<span className={styles.time}>
				{conversation.mailAddress !== undefined && <MailMark />}
				{priority && <PriorityMark priority={priority} />}
				<time dateTime={isoTime(lastActivityAt)}>
					{formatRecent(lastActivityAt, i18n.locale, new Date(facts.today))}
				</time>
			</span>
			<span className={styles.preview}>
				<Preview conversation={conversation} />
			</span>
			<span className={styles.marks}>
				<WaitingTime
					status={conversation.status}
					waitingSince={conversation.waitingSince}
					promise={facts.promises.get(conversation.inboxId)}
				/>
				{isUnread && (
					<span className={styles.badge}>
						<span aria-hidden="true">{unreadCount}</span>
						<VisuallyHidden>
							<Plural value={unreadCount} one="# unread message" other="# unread messages" />
						</VisuallyHidden>
					</span>
				)}
				{facts.hasAssignees && assignee && (
					<>
						<VisuallyHidden>
							<Trans>Assigned to</Trans> {assignee.name}
						</VisuallyHidden>
						<Avatar name={assignee.name} url={assignee.thumbnail} size="tiny" />
					</>
				)}
			</span>
			{facts.hasThirdLine && <Origin conversation={conversation} facts={facts} />}
		</a>
	);
});

/** The conversation began by mail. */
function MailMark() {
	const { t } = useLingui();
	return (
		<span className={styles.mail} role="img" aria-label={t`By email`} title={t`By email`}>
			<Icon name={LETTER} />
		</span>
	);
}

/** The website that it came from, where there are several, and its labels. */
function Origin({ conversation: { inboxId, labels }, facts: { websites } }: Omit<Props, 'isSelected'>) {
	const website = websites.get(inboxId);
	return (
		<span className={styles.origin}>
			{website !== undefined && <bdi className={styles.part}>{website}</bdi>}
			{labels.map((label) => (
				<span key={label} className={styles.label}>
					<LabelDot title={label} />
					<bdi className={styles.part}>{label}</bdi>
				</span>
			))}
		</span>
	);
}

/** Who is typing, else what was last said, with its author unless that is the visitor. */
function Preview({ conversation }: { conversation: Conversation }) {
	const agent = useAtomValue(agentAtom);
	const isVisitorTyping = useIsVisitorTyping(conversation.id);
	const message = conversation.lastMessage;
	const text = useLastSaid(message);
	if (isVisitorTyping) {
		return (
			<span className={styles.typing}>
				<Trans>Typing…</Trans>
			</span>
		);
	}
	if (!message) return null;
	const content = <bdi className={styles.part}>{text}</bdi>;
	if (message.private) return <Trans>Note: {content}</Trans>;
	if (!isFromTeam(message) || message.answered_at) return content;
	if (message.sender_type === 'User' && message.sender_id === agent?.id) return <Trans>You: {content}</Trans>;
	if (!message.sender?.name) return content;
	const name = <bdi className={styles.part}>{message.sender.name}</bdi>;
	return (
		<Trans>
			{name}: {content}
		</Trans>
	);
}

function useIsVisitorTyping(id: number): boolean {
	const isTyping = useMemo(() => atom((get) => get(typistsOfAtom)(id).some(({ type }) => type === 'contact')), [id]);
	return useAtomValue(isTyping);
}
