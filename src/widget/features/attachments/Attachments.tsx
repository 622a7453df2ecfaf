import { useAtomValue } from 'jotai/react';
import { StoredAttachment } from '#ui/attachments/StoredAttachment.tsx';
import { outboxAtom } from '#models/outbox.ts';
import type { ShownMessage } from '#models/shownMessage.ts';
import styles from './Attachments.module.css';
import { PendingFile } from './PendingFile.tsx';
import { Picture } from './Picture.tsx';

/** The attachments of a message, or the file that is still being sent. */
export function Attachments({ message: { key, stored } }: { message: ShownMessage }) {
	const entry = useAtomValue(outboxAtom).find(({ echoId }) => echoId === key);
	if (!stored) return entry?.file && <PendingFile entry={entry} file={entry.file} />;
	return (
		<div className={styles.attachments}>
			{stored.attachments?.map((attachment) => (
				<StoredAttachment
					key={attachment.id}
					attachment={attachment}
					renderPicture={(picture) => <Picture attachment={picture} messageKey={key} />}
				/>
			))}
		</div>
	);
}
