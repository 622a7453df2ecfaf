import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { memo } from 'react';
import { Avatar } from '../../ui/Avatar.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { channelAtom } from '../channel/channel.ts';
import styles from './MessageItem.module.css';
import type { ShownMessage } from './messages.ts';
import { MessageText } from './MessageText.tsx';
import { senderName, senderPicture } from './senderName.ts';
import { retryMessage } from './sending.ts';

interface Props {
	message: ShownMessage;
	isFirstOfRun: boolean;
	isLastOfRun: boolean;
}

/** One bubble with what belongs to it. Memoised: a conversation has thousands, and one at a time changes. */
export const MessageItem = memo(function MessageItem({ message, isFirstOfRun, isLastOfRun }: Props) {
	const { t } = useLingui();
	const { websiteName } = useAtomValue(channelAtom);
	const name = senderName(message.sender) ?? websiteName;
	const state = message.isFromVisitor ? styles['own'] : styles['team'];
	return (
		<div
			className={`${styles['item']} ${state}`}
			data-first={isFirstOfRun || undefined}
			data-last={isLastOfRun || undefined}
			data-state={message.state}
		>
			{!message.isFromVisitor && (
				<div className={styles['face']}>
					{isLastOfRun && <Avatar name={name} url={senderPicture(message.sender)} size="small" />}
				</div>
			)}
			<div className={styles['body']}>
				<span data-visually-hidden>{message.isFromVisitor ? t`You` : name}</span>
				<div className={styles['bubble']}>
					<MessageText content={message.content} />
				</div>
				{message.state === 'failed' ? (
					<Failure echoId={message.key} />
				) : (
					<Meta message={message} name={name} isVisible={isLastOfRun} />
				)}
			</div>
		</div>
	);
});

function Meta({ message, name, isVisible }: { message: ShownMessage; name: string; isVisible: boolean }) {
	const { t, i18n } = useLingui();
	const date = new Date(message.createdAt * 1000);
	return (
		<div className={styles['meta']} data-visually-hidden={isVisible ? undefined : ''}>
			{!message.isFromVisitor && (
				<span aria-hidden="true">
					<bdi>{name}</bdi> ·{' '}
				</span>
			)}
			<time dateTime={date.toISOString()}>{i18n.date(date, { timeStyle: 'short' })}</time>
			{message.state === 'in_progress' && <span className={styles['sending']}> · {t`Sending…`}</span>}
		</div>
	);
}

function Failure({ echoId }: { echoId: string }) {
	const { t } = useLingui();
	const retry = useSetAtom(retryMessage);
	return (
		<div className={styles['failure']}>
			<span>{t`Couldn't send, try again`}</span>
			<button
				type="button"
				className={styles['retry']}
				aria-label={t`Send message again`}
				title={t`Send message again`}
				onClick={() => retry(echoId)}
			>
				<Icon name="retry" />
			</button>
		</div>
	);
}
