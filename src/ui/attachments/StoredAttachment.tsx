import type { ReactNode } from 'react';
import type { Attachment, FileAttachment } from '#protocol/attachments.ts';
import { AudioPlayer } from './AudioPlayer.tsx';
import { LinkRow } from './LinkRow.tsx';
import { StoredFile } from './StoredFile.tsx';
import { VideoPlayer } from './VideoPlayer.tsx';

interface Props {
	attachment: Attachment;
	/** Pictures open differently in frame and desk. */
	renderPicture: (attachment: FileAttachment) => ReactNode;
}

/** What the server has of a message beside its text. A kind that is unknown is a file like any other. */
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
