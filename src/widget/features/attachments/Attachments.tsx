import { useAtomValue } from 'jotai/react';
import type { Attachment } from '#protocol/attachments.ts';
import { outboxAtom } from '../messages/outbox.ts';
import type { ShownMessage } from '../messages/shownMessage.ts';
import { AudioPlayer } from '../../ui/attachments/AudioPlayer.tsx';
import styles from './Attachments.module.css';
import { LinkRow } from '../../ui/attachments/LinkRow.tsx';
import { PendingFile } from './PendingFile.tsx';
import { Picture } from './Picture.tsx';
import { StoredFile } from '../../ui/attachments/StoredFile.tsx';
import { VideoPlayer } from '../../ui/attachments/VideoPlayer.tsx';

/** What hangs on a message: what the server has, or the file that is on its way. */
export function Attachments({ message: { key, stored } }: { message: ShownMessage }) {
	const entry = useAtomValue(outboxAtom).find(({ echoId }) => echoId === key);
	if (!stored) return entry?.file && <PendingFile entry={entry} file={entry.file} />;
	return (
		<div className={styles['attachments']}>
			{stored.attachments?.map((attachment) => (
				<StoredAttachment key={attachment.id} attachment={attachment} messageKey={key} />
			))}
		</div>
	);
}

function StoredAttachment({ attachment, messageKey }: { attachment: Attachment; messageKey: string }) {
	switch (attachment.file_type) {
		case 'image':
			return <Picture attachment={attachment} messageKey={messageKey} />;
		case 'audio':
			return <AudioPlayer attachment={attachment} />;
		case 'video':
			return <VideoPlayer attachment={attachment} />;
		case 'location':
		case 'fallback':
			return <LinkRow attachment={attachment} />;
		default:
			return <StoredFile attachment={attachment} />;
	}
}
