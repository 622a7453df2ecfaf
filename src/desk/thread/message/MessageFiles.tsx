import { useState } from 'react';
import type { Attachment, FileAttachment } from '#protocol/entities/attachments.ts';
import { fileAddress } from '#ui/attachments/fileAddress.ts';
import { fitPicture } from '#ui/attachments/fitPicture.ts';
import { StoredAttachment } from '#ui/attachments/StoredAttachment.tsx';
import { usePictureName } from '#ui/attachments/usePictureName.ts';
import { StoredFile } from '#ui/attachments/StoredFile.tsx';
import styles from './MessageFiles.module.css';

/** A message's attachments, drawn as in the visitor's chat. */
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

/** A picture that opens in a new tab. One that does not load is shown as a file. */
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
