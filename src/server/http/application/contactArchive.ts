/** Everything of one contact as a ZIP archive (docs/application-api.md, Contacts). */
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { TeamContact } from '#protocol/contactRoutes.ts';
import { loadTeamConversation, presentTeamConversation } from '../../present/conversation.ts';
import { presentTeamMessage } from '../../present/message.ts';
import { loadRelations, partsOf } from '../../present/messageParts.ts';
import type { Services } from '../../services/services.ts';
import type { ConversationRow } from '../../store/schema.ts';

/** Conversations of one contact that are exported: those with the last activity. */
const CONVERSATIONS_MAX = 10_000;

/** The archive's bytes, which are made while they are read. */
export async function archiveOf(
	{ store, files, presence }: Services,
	contact: TeamContact,
	accountId: number,
): Promise<AsyncIterable<Uint8Array>> {
	const present = await presence.list(accountId);
	const conversations = await store.conversations.listOfContact(contact.id, undefined, CONVERSATIONS_MAX);

	/** JSON, message by message, since a conversation may be long. */
	async function* tell(conversation: ConversationRow): AsyncGenerator<string> {
		const shown = presentTeamConversation(await loadTeamConversation(store, files, conversation), present);
		yield `{"conversation":${JSON.stringify(shown)},"messages":[`;
		let after = 0;
		for (;;) {
			const { messages } = await store.messages.listPage({
				conversationId: conversation.id,
				after,
				isPublicOnly: false,
			});
			const relations = await loadRelations(store, files, accountId, messages);
			for (const message of messages) {
				const told = presentTeamMessage(message, conversation.display_id, partsOf(message, relations, present));
				yield `${after === 0 ? '' : ','}\n${JSON.stringify(told)}`;
				after = message.id;
			}
			if (messages.length === 0) break;
		}
		yield ']}\n';
	}

	const zip = new ZipFile();
	zip.addBuffer(
		Buffer.from(`${JSON.stringify({ ...contact, labels: await store.contactLabels.list(contact.id) }, null, 2)}\n`),
		'contact.json',
	);
	for (const conversation of conversations)
		zip.addReadStreamLazy(`conversations/${conversation.display_id}.json`, {}, (give) =>
			give(null, Readable.from(tell(conversation), { objectMode: false })),
		);
	for (const { message_id, ...blob } of await store.attachments.listFiles(conversations.map(({ id }) => id))) {
		zip.addReadStreamLazy(`files/${message_id}-${blob.id}-${safeName(blob.filename)}`, { compress: false }, (give) => {
			files.open(blob).then(
				// A file whose bytes are gone is empty in the archive.
				(file) => give(null, file ? file.createReadStream() : Readable.from([])),
				(error: unknown) => give(error instanceof Error ? error : new Error(String(error)), Readable.from([])),
			);
		});
	}
	zip.end();
	const { outputStream } = zip;
	zip.once('error', (error: Error) => (outputStream as Readable).destroy(error));
	await once(outputStream, 'readable');
	return outputStream as Readable;
}

/** A name that every system accepts in an archive. */
function safeName(name: string): string {
	return name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_');
}
