import { useState } from 'react';
import type { Attachment, FileAttachment } from '#protocol/attachments.ts';
import { fileAddress } from '#ui/attachments/fileAddress.ts';
import { fitPicture } from '#ui/attachments/fitPicture.ts';
import { StoredAttachment } from '#ui/attachments/StoredAttachment.tsx';
import { usePictureName } from '#ui/attachments/usePictureName.ts';
import { StoredFile } from '#ui/attachments/StoredFile.tsx';
import styles from './MessageFiles.module.css';

/** What hangs on a message, as the visitor's side shows it too. */
export function MessageFiles({ attachments }: { attachments: readonly Attachment[] }) {
	return (
		<div className={styles.files}>
			{attachments.map((attachment) => (
				<StoredAttachment
					key={attachment.id}
					attachment={attachment}
					renderPicture={(picture) => <Picture attachment={picture} />}
				/>
			))}
		</div>
	);
}

/** Opens large in a tab of its own. One that does not load is a file like any other. */
function Picture({ attachment }: { attachment: FileAttachment }) {
	const namePicture = usePictureName();
	const [isBroken, setIsBroken] = useState(false);
	const address = fileAddress(attachment.data_url);
	if (isBroken || !address) return <StoredFile attachment={attachment} />;
	return (
		<a href={address} target="_blank" rel="noopener noreferrer nofollow" aria-label={namePicture(attachment)}>
			<img
				className={styles.picture}
				src={fileAddress(attachment.thumb_url) ?? address}
				alt=""
				{...fitPicture(attachment.width, attachment.height)}
				decoding="async"
				onError={() => setIsBroken(true)}
			/>
		</a>
	);
}
