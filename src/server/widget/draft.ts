/** What a visitor wants to write, before anything is stored. */
import type { NewMessage } from '#protocol/widgetRoutes.ts';
import { findAttachables, visitorFileRules } from '../rules/attach.ts';
import { TEXT, type Draft } from '../rules/insertMessage.ts';
import type { Visitor } from '../rules/visitor.ts';
import type { Services } from '../services.ts';

/** Throws FileRefusal for files that the channel does not take. */
export async function draftOf({ store, files }: Services, visitor: Visitor, message: NewMessage): Promise<Draft> {
	const { content = null, echo_id: echoId, reply_to: replyTo = null, attachments = [] } = message;
	const attachables = await findAttachables(files, attachments, {
		rules: visitorFileRules(visitor.channel),
		isStored: async () =>
			echoId !== undefined && (await store.messages.findByVisitorEcho(visitor.session.id, echoId)) !== undefined,
	});
	return { ...TEXT, content, echoId, replyTo, attachables };
}
