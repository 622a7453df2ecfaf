import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useId } from 'react';
import type { Message } from '#protocol/entities/entities.ts';
import { Button } from '#ui/Button.tsx';
import { PreviewPane } from '#ui/preview/PreviewPane.tsx';
import { PreviewSender } from '#ui/preview/PreviewSender.tsx';
import { RichText } from '#ui/richText/RichText.tsx';
import { channelAtom } from '../../features/channel/channel.ts';
import { useIdentity } from '../../features/messages/useIdentity.ts';
import { useSummary } from '../../features/messages/useSummary.ts';
import { measurePreview, previewedMessagesAtom } from '../../features/unread/unread.ts';
import styles from './UnreadMessagesView.module.css';

interface Props {
	onOpen: () => void;
	onClose: () => void;
}

/**
 * Route `/unread-messages`: unread messages of the team, over a page on which the panel is closed.
 */
export function UnreadMessagesView({ onOpen, onClose }: Props) {
	const { t } = useLingui();
	const id = useId();
	const { websiteName } = useAtomValue(channelAtom);
	const messages = useAtomValue(previewedMessagesAtom);
	const identify = useIdentity();
	const measure = useSetAtom(measurePreview);

	return (
		<PreviewPane onMeasure={measure}>
			<div className={styles.top}>
				<h1 className={styles.title}>{t`You have unread messages`}</h1>
				<Button kind="quiet" onPress={onClose}>{t`Close`}</Button>
			</div>
			<ul className={styles.messages}>
				{messages.map((message, index) => {
					const { name, picture } = identify(message.sender);
					return (
						<li key={message.id} className={styles.message}>
							{index === 0 && <PreviewSender name={name} picture={picture} websiteName={websiteName} />}
							<div id={id + message.id} className={styles.text}>
								{message.content ? (
									<RichText text={message.content} verbatim={message.content_attributes['verbatim']} />
								) : (
									<Summary message={message} />
								)}
							</div>
							<button type="button" className={styles.open} aria-labelledby={id + message.id} onClick={onOpen} />
						</li>
					);
				})}
			</ul>
			<Button kind="primary" onPress={onOpen}>{t`See new messages`}</Button>
		</PreviewPane>
	);
}

/** Of a message without words. */
function Summary({ message }: { message: Message }) {
	return <p dir="auto">{useSummary(message)}</p>;
}
