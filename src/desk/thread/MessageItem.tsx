/** One message of the thread: the visitor's, the team's, or a note that only the team sees. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode, Ref } from 'react';
import { isFromVisitor, type Message } from '#protocol/entities.ts';
import { FileRow } from '#ui/attachments/FileRow.tsx';
import { useFileSize } from '#ui/attachments/useFileSize.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { RichText } from '#ui/richText/RichText.tsx';
import { useFocusHandover } from '#ui/useFocusHandover.ts';
import { TextButton } from '../common/TextButton.tsx';
import { formatTime, isoTime } from '../common/time.ts';
import { answersTo } from './answers.ts';
import { MessageFiles } from './MessageFiles.tsx';
import { dropMessage, resendMessage, type OutgoingMessage } from './outgoing.ts';
import { useFileRefusalText } from './useFileRefusalText.ts';
import { useMessageText } from '../conversations/useMessageText.ts';
import styles from './MessageItem.module.css';

interface MessageItemProps {
	message: Message;
	isFirst: boolean;
	/** Whether this is as far as the visitor has read. */
	isLastRead: boolean;
}

export function MessageItem({ message, isFirst, isLastRead }: MessageItemProps) {
	const { i18n, t } = useLingui();
	const text = useMessageText()(message);
	const answers = answersTo(message);
	return (
		<Bubble side={isFromVisitor(message) ? 'visitor' : 'team'} isPrivate={message.private ?? false} isFirst={isFirst}>
			{isFirst && (
				<p className={styles.head}>
					<bdi className={styles.name}>{message.sender?.name ?? <Trans>Automatic message</Trans>}</bdi>{' '}
					{message.private && <Trans>Private note</Trans>}{' '}
					<time dateTime={isoTime(message.created_at)}>{formatTime(message.created_at, i18n.locale)}</time>
				</p>
			)}
			{text && (
				<div className={styles.box}>
					<RichText text={text} />
				</div>
			)}
			{message.attachments && <MessageFiles attachments={message.attachments} />}
			{answers.length > 0 && (
				<ul className={styles.answers} aria-label={t`Answers`}>
					{answers.map((answer, index) => (
						// Answers have no identity but their place.
						<li key={index} dir="auto">
							{answer}
						</li>
					))}
				</ul>
			)}
			{isLastRead && (
				<p className={styles.state}>
					<Trans context="message">Read</Trans>
				</p>
			)}
		</Bubble>
	);
}

export function OutgoingItem({ message }: { message: OutgoingMessage }) {
	const explain = useFileRefusalText();
	const bubble = useFocusHandover<HTMLLIElement>();
	return (
		<Bubble ref={bubble} side="team" isPrivate={message.isPrivate} isFirst>
			{message.content && (
				<div className={styles.box}>
					<RichText text={message.content} />
				</div>
			)}
			{message.file && <OutgoingFile message={message} file={message.file} />}
			{message.state === 'sending' ? (
				<p className={styles.state}>
					<Trans>Sending…</Trans>
				</p>
			) : message.refusal ? (
				<p className={styles.failure} role="alert">
					{explain(message.refusal)}
				</p>
			) : (
				<p className={styles.failure} role="alert">
					<Trans>Couldn't send, try again</Trans>{' '}
					<TextButton onPress={() => void resendMessage(message.echoId)}>
						<Trans>Send message again</Trans>
					</TextButton>
				</p>
			)}
		</Bubble>
	);
}

/** How far it is, and the way to do without it. */
function OutgoingFile({ message: { echoId, state, share }, file }: { message: OutgoingMessage; file: File }) {
	const { t, i18n } = useLingui();
	const writeSize = useFileSize();
	const isSending = state === 'sending';
	const percent = i18n.number(share, { style: 'percent', maximumFractionDigits: 0 });
	return (
		<FileRow
			icon="file"
			title={file.name}
			detail={
				isSending ? (
					<progress className={styles.meter} value={share} aria-label={`${file.name} ${percent}`} />
				) : (
					writeSize(file.size)
				)
			}
		>
			<IconButton
				label={isSending ? t`Cancel the upload of ${file.name}` : t`Remove ${file.name}`}
				icon="close"
				onPress={() => dropMessage(echoId)}
			/>
		</FileRow>
	);
}

interface BubbleProps {
	ref?: Ref<HTMLLIElement>;
	side: 'visitor' | 'team';
	isPrivate: boolean;
	isFirst: boolean;
	children: ReactNode;
}

function Bubble({ ref, side, isPrivate, isFirst, children }: BubbleProps) {
	const classes = [styles.item, styles[side], isPrivate && styles.note, isFirst && styles.first];
	return (
		<li ref={ref} className={classes.filter(Boolean).join(' ')}>
			{children}
		</li>
	);
}
