import { isStreaming } from '#protocol/entities/entities.ts';
import type { TeamMessageBody } from '#protocol/application/teamMessageBody.ts';
import { storableText } from '../../base/cleanBody.ts';
import { findAttachables } from '../../domain/messages/attach.ts';
import type { Draft } from '../../domain/messages/insertMessage.ts';
import { readMessageKind } from '../../domain/messages/messageKind.ts';
import type { Files } from '../../files/files.ts';

/**
 * Throws 422 for a kind or a file that cannot be sent. `isStored`: whether the same message was
 * stored before.
 */
export async function readDraft(
	files: Files,
	body: TeamMessageBody,
	isStored: () => Promise<boolean> = () => Promise.resolve(false),
): Promise<Draft> {
	const { contentType, contentAttributes, replyTo } = readMessageKind(
		body.content_type ?? undefined,
		body.content_attributes ?? undefined,
	);
	const content = body.content ?? null;
	return {
		content: isStreaming({ content_attributes: contentAttributes }) ? content : content && storableText(content),
		contentType,
		contentAttributes,
		echoId: body.echo_id ?? undefined,
		sourceId: body.source_id ?? null,
		replyTo,
		attachables: await findAttachables(files, body.attachments ?? [], { isStored }),
	};
}
