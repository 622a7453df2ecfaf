import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef } from 'react';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { channelAtom } from '../channel/channel.ts';
import { senderName, senderPicture } from '../messages/senderName.ts';
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
					const name = senderName(message.sender) ?? websiteName;
					return (
						<li key={message.id}>
							<button type="button" className={styles['message']} onClick={onOpen}>
								{index === 0 && (
									<span className={styles['sender']}>
										<Avatar name={name} url={senderPicture(message.sender)} size="small" />
										<span className={styles['name']}>{name}</span>
										<span className={styles['from']}>{t`from ${websiteName}`}</span>
									</span>
								)}
								<span className={styles['text']} dir="auto">
									{message.content}
								</span>
							</button>
						</li>
					);
				})}
			</ul>
			<Button kind="primary" onPress={onOpen}>{t`See new messages`}</Button>
		</main>
	);
}
