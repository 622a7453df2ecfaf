/** Answers by mail in a conversation that began by one (docs/wire.md, Mail from a website). */
import { buffer } from 'node:stream/consumers';
import type { Attachment } from '#protocol/entities/attachments.ts';
import { answerSubject } from '#protocol/entities/answerSubject.ts';
import { isStreaming } from '#protocol/entities/entities.ts';
import { copiesOf } from '#protocol/entities/mailCopies.ts';
import { fillInFor } from '../domain/messages/variables.ts';
import type { Letter } from '../domain/conversations/postMessage.ts';
import { chooseLocale } from '../language/translate.ts';
import type { Mail } from '../mail/mail.ts';
import { domainOf } from '../mail/servers/domainOf.ts';
import { replyAddressOf } from '../mail/received/replyAddress.ts';
import { drawReplyMail } from '../mail/replyMail.ts';
import { presentAttachment } from '../present/attachment.ts';
import type { AttachmentWithBlob } from '../store/messages/attachments.ts';
import type { ConversationRow, DeliveryRow, MessageRow } from '../store/tables/schema.ts';
import { threadOf } from './mailThread.ts';
import { commit, scopeOfConversation, type Services } from './services.ts';

/** Bytes of a mail's files together: mail servers take little more. The others become links. */
const FILES_MAX = 20_000_000;

/**
 * To whom an answer goes, and as what; undefined where the conversation did not begin by mail.
 *
 * @param given who gets it besides; undefined: as with the newest mail
 */
export async function addressReply(
	services: Services,
	conversation: ConversationRow,
	given: readonly string[] | undefined,
): Promise<Letter | undefined> {
	const { store, readMail, mailLinks } = services;
	const [session] = await store.sessions.listByIds([conversation.contact_inbox_id]);
	const address = session?.mail_address;
	if (address == null) return undefined;
	const { inbox, widget } = await store.channels.find(conversation.inbox_id);
	const contact = await store.contacts.find(conversation.contact_id);
	const { from: installation, replyTo } = await readMail();
	const from = widget.email ?? installation;
	const thread = await threadOf(services, conversation, from);
	const cc = given ?? copiesOf(await listNewest(store, conversation), address, widget.email);
	const copies = cc.filter((other) => other !== address && other !== widget.email);
	return {
		sourceId: `${thread.id}@${domainOf(from)}`,
		mail: {
			...thread,
			...(widget.email !== null
				? { from: { name: inbox.name, address: widget.email } }
				: replyTo !== undefined && { replyTo: replyAddressOf(replyTo, mailLinks.signReply(conversation.id)) }),
			to: { name: contact.email === address ? contact.name : '', address },
			cc: copies,
			subject: answerSubject(conversation.additional_attributes, inbox.name),
		},
	};
}

async function listNewest({ messages }: Services['store'], { id }: ConversationRow): Promise<MessageRow[]> {
	const page = await messages.listPage({ conversationId: id, before: undefined, after: undefined, isPublicOnly: true });
	return page.messages;
}

/** What `postTeamMessage` has queued. */
type QueuedReply = Letter['mail'] & { messageId: number };

/**
 * The whole mail; undefined where the message is deleted by now. `unfinished`: it is still being
 * written.
 */
export async function drawReply(services: Services, delivery: DeliveryRow): Promise<Mail | 'unfinished' | undefined> {
	const { store, files, mailLinks } = services;
	const { messageId, ...mail } = queuedIn(delivery);
	const message = await findMessage(services, delivery);
	if (!message || message.content_attributes['deleted'] === true) return undefined;
	if (isStreaming(message)) return 'unfinished';
	const conversation = await store.conversations.find(message.conversation_id);
	const { inbox } = await store.channels.find(conversation.inbox_id);
	const attachments = await store.attachments.listByMessages([messageId]);
	const enclosed = enclosedOf(attachments);
	const links = attachments
		.filter((each) => !enclosed.includes(each))
		.map((each) => linkOf(presentAttachment(files, each)));
	return {
		...mail,
		...drawReplyMail({
			locale: chooseLocale(conversation.locale, inbox.locale),
			content: message.content ?? '',
			verbatim: message.content_attributes['verbatim'],
			links,
			signature: await signatureOf(services, conversation, message),
		}),
		files: await readFiles(services, enclosed),
		isByPerson: message.sender_type === 'User',
		bounceToken: await mailLinks.signBounced({
			conversation: conversation.id,
			address: mail.to.address,
			message: messageId,
		}),
	};
}

async function signatureOf(
	{ store }: Services,
	conversation: ConversationRow,
	{ sender_type, sender_id }: MessageRow,
): Promise<string> {
	const { widget } = await store.channels.find(conversation.inbox_id);
	const written = widget.email_signature?.trim() ?? '';
	if (written === '') return '';
	const isAgent = sender_type === 'User' && sender_id !== null;
	const agent = isAgent ? await store.users.findMember(conversation.account_id, sender_id) : undefined;
	const contact = await store.contacts.find(conversation.contact_id);
	return (await fillInFor(store, written, { conversation, contact, agent })).content;
}

/** The first files that have room in one mail. */
function enclosedOf(attachments: readonly AttachmentWithBlob[]): AttachmentWithBlob[] {
	let room = FILES_MAX;
	return attachments.filter(({ blob }) => {
		if (!blob || blob.byte_size > room) return false;
		room -= blob.byte_size;
		return true;
	});
}

async function readFiles(
	{ files }: Services,
	enclosed: readonly AttachmentWithBlob[],
): Promise<NonNullable<Mail['files']>> {
	const read = enclosed.map(async ({ blob }) => {
		const content = blob && (await files.read(blob));
		return blob && content
			? [{ filename: blob.filename, contentType: blob.content_type, content: await buffer(content) }]
			: [];
	});
	return (await Promise.all(read)).flat();
}

function linkOf(attachment: Attachment): { label: string; url: string | undefined } {
	const url = attachment.data_url ?? undefined;
	if (attachment.file_type === 'location') {
		const { fallback_title, coordinates_lat, coordinates_long } = attachment;
		return { label: [fallback_title, `${coordinates_lat}, ${coordinates_long}`].filter(Boolean).join(' '), url };
	}
	const name = attachment.file_type === 'fallback' ? attachment.fallback_title : url?.split('/').at(-1);
	return { label: name ?? url ?? '', url };
}

/** Notes at the message that it has not been sent, and why; or, with null, that it is sent now. */
export async function noteReply(services: Services, delivery: DeliveryRow, failure: string | null): Promise<void> {
	const known = await findMessage(services, delivery);
	if (!known || (failure === null && known.status !== 'failed')) return;
	await commit(
		services,
		scopeOfConversation({ ...known, id: known.conversation_id }),
		async (repositories, publish) => {
			const conversation = await repositories.conversations.lock(known.conversation_id);
			const message = await repositories.messages.findInConversation(conversation.id, known.id);
			if (!message) return;
			const { external_error: _, ...others } = message.content_attributes;
			const content_attributes = failure === null ? others : { ...others, external_error: failure };
			const status = failure === null ? 'sent' : 'failed';
			const changed = await repositories.messages.update(known.id, { status, content_attributes });
			await publish.messagesUpdated(conversation, [changed], {
				status: [message.status, status],
				content_attributes: [message.content_attributes, content_attributes],
			});
		},
	);
}

async function findMessage({ store }: Services, delivery: DeliveryRow): Promise<MessageRow | undefined> {
	const { conversation_id } = delivery;
	return conversation_id === null
		? undefined
		: store.messages.findInConversation(conversation_id, queuedIn(delivery).messageId);
}

function queuedIn({ payload }: DeliveryRow): QueuedReply {
	return JSON.parse(payload) as QueuedReply;
}
