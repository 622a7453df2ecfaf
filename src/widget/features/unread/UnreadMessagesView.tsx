import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef } from 'react';
import type { Message } from '#protocol/entities.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { channelAtom } from '../channel/channel.ts';
import { useIdentity } from '../messages/useIdentity.ts';
import { useSummary } from '../messages/useSummary.ts';
import { measurePreview, previewedMessagesAtom } from './unread.ts';
import styles from './UnreadMessagesView.module.css';

interface Props {
	onOpen: () => void;
	onClose: () => void;
}

/** Route `/unread-messages`: what the team wrote, over a page on which the panel is closed. */
export function UnreadMessagesView({ onOpen, onClose }: Props) {
	const { t } = useLingui();
	const { websiteName } = useAtomValue(channelAtom);
	const messages = useAtomValue(previewedMessagesAtom);
	const identify = useIdentity();
	const measure = useSetAtom(measurePreview);
	const view = useRef<HTMLElement>(null);

	// The host makes the frame as high as this.
	useEffect(() => {
		const element = view.current;
		if (!element) return;
		const observer = new ResizeObserver(() => measure(element.offsetHeight));
		observer.observe(element);
		return () => observer.disconnect();
	}, [measure]);

	return (
		<main ref={view} className={styles['view']}>
			<div className={styles['top']}>
				<h1 className={styles['title']}>{t`You have unread messages`}</h1>
				<Button kind="quiet" onPress={onClose}>{t`Close`}</Button>
			</div>
			<ul className={styles['messages']}>
				{messages.map((message, index) => {
					const { name, picture } = identify(message.sender);
					return (
						<li key={message.id}>
							<button type="button" className={styles['message']} onClick={onOpen}>
								{index === 0 && (
									<span className={styles['sender']}>
										<Avatar name={name} url={picture} size="small" />
										<span className={styles['name']}>{name}</span>
										<span className={styles['from']}>{t`from ${websiteName}`}</span>
									</span>
								)}
								<Summary message={message} />
							</button>
						</li>
					);
				})}
			</ul>
			<Button kind="primary" onPress={onOpen}>{t`See new messages`}</Button>
		</main>
	);
}

function Summary({ message }: { message: Message }) {
	return (
		<span className={styles['text']} dir="auto">
			{useSummary(message)}
		</span>
	);
}
