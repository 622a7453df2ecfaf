import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { FileAttachment } from '#protocol/entities/attachments.ts';
import { fileAddress } from './fileAddress.ts';
import { fitPicture } from './fitPicture.ts';
import styles from './Players.module.css';
import { StoredFile } from './StoredFile.tsx';

/** The browser's video player. A video that it cannot play is offered as a file. */
export function VideoPlayer({ attachment }: { attachment: FileAttachment }) {
	const { t } = useLingui();
	const [isBroken, setIsBroken] = useState(false);
	const address = fileAddress(attachment.data_url);
	const poster = fileAddress(attachment.thumb_url);
	if (isBroken || !address) return <StoredFile attachment={attachment} />;
	return (
		<video
			className={styles.video}
			src={address}
			{...(poster && { poster })}
			{...fitPicture(attachment.width, attachment.height)}
			controls
			playsInline
			preload="metadata"
			aria-label={t`Video message`}
			onError={() => setIsBroken(true)}
		/>
	);
}
