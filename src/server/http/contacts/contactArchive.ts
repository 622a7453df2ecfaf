/** Everything of one contact as a ZIP archive (docs/application-api.md, Contacts). */
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { NoResultError } from 'kysely';
import { ZipFile } from 'yazl';
import type { TeamContact } from '#protocol/application/contactRoutes.ts';
import { loadTeamConversation, presentTeamConversation } from '../../present/conversation.ts';
import { presentTeamMessage } from '../../present/message.ts';
import { loadRelations, partsOf } from '../../present/messageParts.ts';
import { seconds } from '../../present/times.ts';
import type { Services } from '../../services/services.ts';
import type { ConversationRow } from '../../store/tables/schema.ts';

/** Conversations of one contact that are exported: those with the last activity. */
const CONVERSATIONS_MAX = 10_000;

/**
 * The archive's bytes, which are made while they are read: they end with an error where something
 * cannot be read.
 */
export async function archiveOf(
	{ store, files, presence }: Services,
	contact: TeamContact,
	accountId: number,
): Promise<Readable> {
	const present = await presence.list(accountId);
	const conversations = await store.conversations.listOfContact(contact.id, undefined, CONVERSATIONS_MAX);

	/**
	 * JSON, message by message, since a conversation may be long; nothing of one that was deleted
	 * since it was listed.
	 */
	async function* tell(conversation: ConversationRow): AsyncGenerator<string> {
		const details = await loadTeamConversation(store, files, conversation).catch(ifGone);
		if (!details) return;
		const shown = presentTeamConversation(details, present, undefined);
		yield `{"conversation":${JSON.stringify(shown)},"messages":[`;
		let after = 0;
		for (;;) {
			const { messages } = await store.messages.listPage({
				conversationId: conversation.id,
				after,
				isPublicOnly: false,
			});
			if (messages.length === 0) break;
			const relations = await loadRelations(store, files, accountId, messages);
			for (const message of messages) {
				const told = presentTeamMessage(message, conversation.display_id, partsOf(message, relations, present));
				yield `${after === 0 ? '' : ','}\n${JSON.stringify(told)}`;
				after = message.id;
			}
		}
		yield ']}\n';
	}

	const zip = new ZipFile();
	const output = zip.outputStream as Readable;
	let current: Readable | undefined;
	/**
	 * The archive ends where what it reads fails, and that is closed where the archive is not read
	 * to its end.
	 */
	const feed = (stream: Readable): Readable => {
		current = stream.once('error', (error) => zip.emit('error', error));
		return output.destroyed ? stream.destroy() : stream;
	};
	zip.on('error', (error: Error) => output.destroy(error));
	output.once('close', () => current?.destroy());
	// Who reads it hears of an error too. Before anybody does, one without a listener would end the
	// process.
	output.on('error', () => {});

	const notes = await store.contactNotes.list(contact.id);
	const told = {
		...contact,
		notes: notes.map(({ content, created_at }) => ({ content, created_at: seconds(created_at) })),
	};
	zip.addBuffer(Buffer.from(`${JSON.stringify(told, null, 2)}\n`), 'contact.json');
	for (const conversation of conversations)
		zip.addReadStreamLazy(`conversations/${conversation.display_id}.json`, {}, (give) =>
			give(null, feed(Readable.from(tell(conversation), { objectMode: false }))),
		);
	for (const { message_id, ...blob } of await store.attachments.listFiles(conversations.map(({ id }) => id))) {
		zip.addReadStreamLazy(`files/${message_id}-${blob.id}-${safeName(blob.filename)}`, { compress: false }, (give) => {
			files.read(blob).then(
				// A file whose bytes are gone is empty in the archive.
				(bytes) => give(null, feed(bytes ?? Readable.from([]))),
				(error: unknown) => give(error instanceof Error ? error : new Error(String(error)), Readable.from([])),
			);
		});
	}
	zip.end();
	await once(output, 'readable');
	return output;
}

function ifGone(error: unknown): undefined {
	if (!(error instanceof NoResultError)) throw error;
}

/** A name that every system accepts in an archive. */
function safeName(name: string): string {
	return name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_');
}
