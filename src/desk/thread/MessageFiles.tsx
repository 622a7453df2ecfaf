import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Attachment, FileAttachment } from '#protocol/attachments.ts';
import { AudioPlayer } from '../../widget/ui/attachments/AudioPlayer.tsx';
import { fileAddress } from '../../widget/ui/attachments/fileAddress.ts';
import { fileName } from '../../widget/ui/attachments/fileName.ts';
import { fitPicture } from '../../widget/ui/attachments/fitPicture.ts';
import { LinkRow } from '../../widget/ui/attachments/LinkRow.tsx';
import { StoredFile } from '../../widget/ui/attachments/StoredFile.tsx';
import { VideoPlayer } from '../../widget/ui/attachments/VideoPlayer.tsx';
import styles from './MessageFiles.module.css';

/** What hangs on a message, as the visitor's side shows it too. */
export function MessageFiles({ attachments }: { attachments: readonly Attachment[] }) {
	return (
		<div className={styles.files}>
			{attachments.map((attachment) => (
				<File key={attachment.id} attachment={attachment} />
			))}
		</div>
	);
}

function File({ attachment }: { attachment: Attachment }) {
	switch (attachment.file_type) {
		case 'image':
			return <Picture attachment={attachment} />;
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

/** Opens large in a tab of its own. One that does not load is a file like any other. */
function Picture({ attachment }: { attachment: FileAttachment }) {
	const { t } = useLingui();
	const [isBroken, setIsBroken] = useState(false);
	const address = fileAddress(attachment.data_url);
	if (isBroken || !address) return <StoredFile attachment={attachment} />;
	return (
		<a
			href={address}
			target="_blank"
			rel="noopener noreferrer nofollow"
			aria-label={`${t`Picture message`}: ${fileName(attachment.data_url)}`}
		>
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
