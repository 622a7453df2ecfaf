import type { ReactNode } from 'react';
import type { Attachment, FileAttachment } from '#protocol/entities/attachments.ts';
import { AudioPlayer } from './AudioPlayer.tsx';
import { LinkRow } from './LinkRow.tsx';
import { StoredFile } from './StoredFile.tsx';
import { VideoPlayer } from './VideoPlayer.tsx';

interface Props {
	attachment: Attachment;
	/** Draws a picture; frame and desk open pictures differently. */
	renderPicture: (attachment: FileAttachment) => ReactNode;
}

/** An attachment that the server has. One of an unknown type is drawn as a file. */
export function StoredAttachment({ attachment, renderPicture }: Props) {
	switch (attachment.file_type) {
		case 'image':
			return renderPicture(attachment);
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
