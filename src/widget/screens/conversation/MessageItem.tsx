import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { memo, type RefObject, useEffect } from 'react';
import { HIGHLIGHT_DURATION } from '#protocol/base/limits.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { useFocusHandover } from '#ui/useFocusHandover.ts';
import { useHeldBackText } from '#ui/useHeldBackText.ts';
import { ChangeNotes, ChangePlace, ChangeTools } from '../../features/changes/MessageChanges.tsx';
import { CopyButton } from '../../features/copying/CopyButton.tsx';
import { QuoteChip } from '../../features/replies/QuoteChip.tsx';
import { endJump, jumpTargetAtom } from '../../features/replies/quoted.ts';
import { startReply } from '../../features/replies/replies.ts';
import { useSwipe } from '../../features/replies/useSwipe.ts';
import { MessageBody } from './MessageBody.tsx';
import { MessageFailure } from './MessageFailure.tsx';
import styles from './MessageItem.module.css';
import { canAnswerAtom, lastOwnKeyAtom } from '../../features/messages/reading.ts';
import type { ShownMessage } from '#models/shownMessage.ts';
import { useIdentity } from '../../features/messages/useIdentity.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { REPLY } from '#ui/messageIcons.ts';

interface Props {
	message: ShownMessage;
	isFirstOfRun: boolean;
	isLastOfRun: boolean;
}

/**
 * One bubble with everything that belongs to it. Memoised, since a conversation has thousands and
 * usually one of them changes.
 */
export const MessageItem = memo(function MessageItem({ message, isFirstOfRun, isLastOfRun }: Props) {
	const { t } = useLingui();
	const reply = useSetAtom(startReply);
	const { isFromVisitor, stored, replyTo, state } = message;
	const { name, picture } = useIdentity()(message.sender);
	const item = useFocusHandover<HTMLDivElement>();
	const isTarget = useJumpTarget(item, stored?.id);
	const answerable = useAtomValue(canAnswerAtom) ? stored?.id : undefined;
	const swipe = useSwipe(isFromVisitor ? 'start' : 'end', () => answerable !== undefined && reply(answerable));
	return (
		<div
			ref={item}
			className={`${styles.item} ${isFromVisitor ? styles.own : styles.team}`}
			data-key={message.key}
			data-first={isFirstOfRun || undefined}
			data-last={isLastOfRun || undefined}
			data-state={state}
			data-highlighted={isTarget || undefined}
			tabIndex={-1}
			{...swipe}
		>
			{!isFromVisitor && (
				<div className={styles.face}>{isLastOfRun && <Avatar name={name} url={picture} size="small" />}</div>
			)}
			<div className={styles.body}>
				<span data-visually-hidden>{isFromVisitor ? t`You` : name}</span>
				{replyTo !== undefined && <QuoteChip id={replyTo} />}
				<div className={styles.line}>
					<div className={styles.content}>
						<ChangePlace message={message}>
							<MessageBody message={message} />
						</ChangePlace>
					</div>
					<div className={styles.tools}>
						<div className={styles.buttons}>
							{answerable !== undefined && <ReplyButton id={answerable} />}
							{isCopyable(message) && <CopyButton text={message.content} />}
							<ChangeTools message={message} />
						</div>
						{!isLastOfRun && <Time message={message} />}
					</div>
				</div>
				{stored && <ChangeNotes message={stored} />}
				{message.heldBackTill !== undefined && <HeldBack till={message.heldBackTill} />}
				{state === 'failed' ? <MessageFailure message={message} /> : isLastOfRun && <Meta message={message} />}
			</div>
		</div>
	);
});

function HeldBack({ till }: { till: number }) {
	const explain = useHeldBackText();
	return (
		<p className={styles.heldBack} role="status">
			{explain(till)}
		</p>
	);
}

/**
 * Whether the message is a text: what a question shows besides its text would be missing in the
 * copy.
 */
function isCopyable({ content, stored }: ShownMessage): boolean {
	return content !== '' && (stored?.content_type ?? 'text') === 'text';
}

/** Focuses and briefly highlights a message that the visitor jumped to. */
function useJumpTarget(item: RefObject<HTMLElement | null>, id: number | undefined): boolean {
	const target = useAtomValue(jumpTargetAtom)?.id;
	const end = useSetAtom(endJump);
	const isTarget = id !== undefined && id === target;

	useEffect(() => {
		if (!isTarget) return;
		let frame: number;
		// The virtualiser hides a newly drawn message until it is measured, a frame or two later,
		// and a hidden element cannot be focused.
		const focus = () => {
			item.current?.focus({ preventScroll: true });
			if (document.activeElement !== item.current) frame = requestAnimationFrame(focus);
		};
		focus();
		const timer = setTimeout(end, HIGHLIGHT_DURATION);
		return () => {
			cancelAnimationFrame(frame);
			clearTimeout(timer);
		};
	}, [isTarget, item, end]);

	return isTarget;
}

function Time({ message }: { message: ShownMessage }) {
	const { i18n } = useLingui();
	const date = new Date(message.createdAt * 1000);
	return <time dateTime={date.toISOString()}>{i18n.date(date, { timeStyle: 'short' })}</time>;
}

/** Below the last message of a run: its author and time. */
function Meta({ message }: { message: ShownMessage }) {
	const { t } = useLingui();
	const { name, isNamedBot } = useIdentity()(message.sender);
	return (
		<div className={styles.meta}>
			<span aria-hidden="true">
				<bdi>{message.isFromVisitor ? t`You` : name}</bdi> ·{' '}
			</span>
			{!message.isFromVisitor && isNamedBot && <>{t`Bot`} · </>}
			<Time message={message} />
			{message.state === 'in_progress' && <span className={styles.sending}> · {t`Sending…`}</span>}
			<Delivery message={message} />
		</div>
	);
}

/** Beside the visitor's last message: what became of it, as far as the server says. */
function Delivery({ message: { key, state, stored } }: { message: ShownMessage }) {
	const { t } = useLingui();
	const lastOwn = useAtomValue(lastOwnKeyAtom);
	if (key !== lastOwn || state !== 'sent') return null;
	const words = {
		sent: t({ message: 'Sent', context: 'message' }),
		delivered: t({ message: 'Delivered', context: 'message' }),
		read: t({ message: 'Read', context: 'message' }),
		// What the server has is sent for the visitor, wherever else the team's server could not
		// deliver it.
		failed: undefined,
	};
	return <> · {words[stored?.status ?? 'sent'] ?? words.sent}</>;
}

/** A button beside a message, for pointers and keyboards; on a touch screen the visitor swipes. */
function ReplyButton({ id }: { id: number }) {
	const { t } = useLingui();
	const reply = useSetAtom(startReply);
	return <IconButton size="small" label={t`Reply`} icon={REPLY} isDirectional onPress={() => reply(id)} />;
}
