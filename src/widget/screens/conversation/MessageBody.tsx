import { useAtomValue } from 'jotai/react';
import type { ReactNode } from 'react';
import { isStreaming } from '#protocol/entities/entities.ts';
import { CONTENT_TYPES } from '#protocol/entities/contentTypes.ts';
import { Bubble } from '#ui/Bubble.tsx';
import { RichText } from '#ui/richText/RichText.tsx';
import { Attachments } from '../../features/attachments/Attachments.tsx';
import { KindBody } from '../../features/kinds/KindBody.tsx';
import styles from './MessageBody.module.css';
import { isReadOnlyAtom } from '../../features/messages/reading.ts';
import type { ShownMessage } from '#models/shownMessage.ts';

/**
 * The content of a message: text, attachments and questions. A message of an unknown kind shows its
 * text (docs/wire.md, Kinds of message).
 */
export function MessageBody({ message }: { message: ShownMessage }) {
	const { stored, content } = message;
	const isGrowing = stored !== undefined && isStreaming(stored);
	return (
		<>
			{stored && isMoreThanText(stored.content_type) ? (
				<Questions>
					<KindBody message={stored} />
				</Questions>
			) : (
				(content !== '' || isGrowing) && (
					<Bubble isOwn={message.isFromVisitor} hasFailed={message.state === 'failed'}>
						<RichText text={content} verbatim={stored?.content_attributes['verbatim']} isGrowing={isGrowing} />
					</Bubble>
				)
			)}
			{message.hasAttachments && <Attachments message={message} />}
		</>
	);
}

/** Disables the questions of an earlier conversation, which can be read but not answered. */
function Questions({ children }: { children: ReactNode }) {
	if (!useAtomValue(isReadOnlyAtom)) return children;
	return (
		<fieldset className={styles.questions} disabled>
			{children}
		</fieldset>
	);
}

function isMoreThanText(type: string | undefined): boolean {
	return CONTENT_TYPES.some((known) => known === type && known !== 'text');
}
