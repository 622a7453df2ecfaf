import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { FileAttachment } from '#protocol/attachments.ts';
import { fileAddress } from './fileAddress.ts';
import styles from './Players.module.css';
import { StoredFile } from './StoredFile.tsx';

/** The browser's own player. What it cannot play is a file like any other. */
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
