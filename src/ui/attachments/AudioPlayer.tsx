import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { FileAttachment } from '#protocol/entities/attachments.ts';
import { fileAddress } from './fileAddress.ts';
import styles from './Players.module.css';
import { StoredFile } from './StoredFile.tsx';

/** The browser's audio player. A recording that it cannot play is offered as a file. */
export function AudioPlayer({ attachment }: { attachment: FileAttachment }) {
	const { t } = useLingui();
	const [isBroken, setIsBroken] = useState(false);
	const address = fileAddress(attachment.data_url);
	if (isBroken || !address) return <StoredFile attachment={attachment} />;
	return (
		<audio
			className={styles.audio}
			src={address}
			controls
			preload="metadata"
			aria-label={t`Audio message`}
			onError={() => setIsBroken(true)}
		/>
	);
}
