import { useAtomValue } from 'jotai/react';
import { useState } from 'react';
import type { FileAttachment } from '#protocol/entities/attachments.ts';
import { fileAddress } from '#ui/attachments/fileAddress.ts';
import { loadChunk } from '#client/chunk.ts';
import { createLazy } from '#ui/createLazy.tsx';
import { Loading } from '#ui/Loading.tsx';
import { fileName } from '#ui/attachments/fileName.ts';
import { fitPicture } from '#ui/attachments/fitPicture.ts';
import { StoredFile } from '#ui/attachments/StoredFile.tsx';
import { usePictureName } from '#ui/attachments/usePictureName.ts';
import styles from './Picture.module.css';
import { previewsAtom } from './previews.ts';

interface Props {
	attachment: FileAttachment;
	/** The echo id under which this device may still have the picture's bytes. */
	messageKey: string;
}

/** A picture that opens in the viewer. One that does not load is shown as a file. */
export function Picture({ attachment, messageKey }: Props) {
	const namePicture = usePictureName();
	const [isBroken, setIsBroken] = useState(false);
	const [isOpen, setIsOpen] = useState(false);
	const preview = useAtomValue(previewsAtom).get(messageKey);
	const address = fileAddress(attachment.data_url);
	const shown = preview ?? fileAddress(attachment.thumb_url) ?? address;
	const name = fileName(attachment.data_url);
	const { width, height } = fitPicture(attachment.width, attachment.height);
	if (isBroken || !address) return <StoredFile attachment={attachment} />;
	return (
		<>
			<button
				type="button"
				className={styles.picture}
				aria-label={namePicture(attachment)}
				aria-haspopup="dialog"
				onClick={() => setIsOpen(true)}
			>
				<img
					className={styles.image}
					src={shown}
					alt=""
					width={width}
					height={height}
					decoding="async"
					onError={() => setIsBroken(true)}
				/>
			</button>
			{isOpen && <Large address={address} name={name} onClose={() => setIsOpen(false)} />}
		</>
	);
}

/** The viewer is loaded with the first picture that the visitor opens. */
const Large = createLazy(
	async () => (await loadChunk(() => import('./PictureViewer.tsx'))).PictureViewer,
	(loading) => loading.hasFailed && <Loading {...loading} />,
);
