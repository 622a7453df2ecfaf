/** One message of the thread: the visitor's, the team's, or a private note. */
import { Trans, useLingui } from '@lingui/react/macro';
import { memo, useRef } from 'react';
import { isFromVisitor, isStreaming } from '#protocol/entities/entities.ts';
import type { ShownMessage } from '#models/shownMessage.ts';
import { createLazy } from '#ui/createLazy.tsx';
import { RichText } from '#ui/richText/RichText.tsx';
import { loadLate } from '../../common/loadLate.ts';
import { formatTime, isoTime } from '../../common/time.ts';
import { useMessageText } from '../../conversations/useMessageText.ts';
import { KindBody } from '../kinds/KindBody.tsx';
import { MessageFiles } from './MessageFiles.tsx';
import { MessageFrame } from './MessageFrame.tsx';
import { MessageMenu } from './MessageMenu.tsx';
import { QuoteOf } from './QuoteOf.tsx';
import type { Receipt } from '../model/timeline.ts';
import { useJumpTarget } from '../model/useJumpTarget.ts';
import styles from './MessageItem.module.css';

const ByMail = createLazy(
	async () => (await loadLate(() => import('../compose/ComposeDialog.tsx'))).ByMail,
	() => null,
);

const SentByMail = createLazy(
	async () => (await loadLate(() => import('../compose/ComposeDialog.tsx'))).SentByMail,
	() => null,
);

interface Props {
	message: NonNullable<ShownMessage['stored']>;
	/** Id of the message that it answers. */
	replyTo: number | undefined;
	isFirst: boolean;
	/** What became of it, where that is shown. */
	receipt: Receipt | undefined;
}

/** It is drawn again when something of it changes: a thread may have thousands. */
export const MessageItem = memo(function MessageItem({ message, replyTo, isFirst, receipt }: Props) {
	const text = useMessageText()(message);
	const item = useRef<HTMLLIElement>(null);
	const isGrowing = isStreaming(message);
	const isDeleted = message.content_attributes['deleted'] === true;
	return (
		<MessageFrame
			ref={item}
			side={isFromVisitor(message) ? 'visitor' : 'team'}
			isPrivate={message.private ?? false}
			isFirst={isFirst}
			isHighlighted={useJumpTarget(item, message.id)}
		>
			{isFirst && (
				<p className={styles.head}>
					<bdi className={styles.name}>{message.sender?.name ?? <Trans>Automatic message</Trans>}</bdi>{' '}
					{message.private && <Trans>Private note</Trans>} <Time at={message.created_at} />
				</p>
			)}
			<div className={styles.line}>
				<div className={styles.content}>
					{replyTo !== undefined && <QuoteOf conversationId={message.conversation_id} id={replyTo} />}
					{(text || isGrowing) && (
						<div className={styles.box} data-deleted={isDeleted || undefined}>
							<RichText text={text} verbatim={message.content_attributes['verbatim']} isGrowing={isGrowing} />
						</div>
					)}
					{message.content_attributes['edited_at'] !== undefined && (
						<span className={styles.edited}>
							<Trans context="message">Edited</Trans>
						</span>
					)}
					{message.attachments && <MessageFiles attachments={message.attachments} />}
					<KindBody message={message} />
					<Reaction emoji={message.content_attributes['reaction']} />
				</div>
				{!isDeleted && (
					<div className={styles.tools}>
						<MessageMenu message={message} />
						{!isFirst && <Time at={message.created_at} />}
					</div>
				)}
			</div>
			{message.content_attributes['email'] !== undefined && <ByMail message={message} />}
			{message.content_attributes['to_emails'] !== undefined && <SentByMail message={message} />}
			{receipt && (
				<p className={styles.state}>
					<ReceiptName receipt={receipt} />
				</p>
			)}
		</MessageFrame>
	);
});

/** What the visitor has reacted with. */
function Reaction({ emoji }: { emoji: unknown }) {
	const { t } = useLingui();
	if (typeof emoji !== 'string') return null;
	return (
		<span className={styles.reaction} role="img" aria-label={t`Reaction: ${emoji}`} title={t`Reaction: ${emoji}`}>
			{emoji}
		</span>
	);
}

function ReceiptName({ receipt }: { receipt: Receipt }) {
	if (receipt === 'read') return <Trans context="message">Read</Trans>;
	return receipt === 'delivered' ? <Trans context="message">Delivered</Trans> : <Trans context="message">Sent</Trans>;
}

function Time({ at }: { at: number }) {
	const { i18n } = useLingui();
	return <time dateTime={isoTime(at)}>{formatTime(at, i18n.locale)}</time>;
}
