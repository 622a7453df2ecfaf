/**
 * This agent's messages, to visitors or to the team, stored on the device until the server has
 * them.
 */
import { t } from '@lingui/core/macro';
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import * as v from 'valibot';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { Attributes } from '#protocol/entities/attributes.ts';
import type { Profile } from '#protocol/entities/entities.ts';
import { withMentions } from '#protocol/entities/mentions.ts';
import type { RequestError } from '#client/rest.ts';
import { withFile } from '#client/upload.ts';
import { addToOutbox, openOutbox, outboxAtom, updateOutbox } from '#models/outbox.ts';
import { OutboxEntry } from '#models/outboxEntry.ts';
import { runUpload } from '#models/runUpload.ts';
import { sendOutbox } from '#models/sending.ts';
import { dropMessage } from '#models/uploads.ts';
import { attempt } from '../../common/attempt.ts';
import { rememberStatus, resolve } from '../../conversations/resolve.ts';
import { account, call } from '../../session/api.ts';
import { takeDraft } from './drafts.ts';
import { receiveMessages } from './thread.ts';

const OutgoingMessage = v.object({
	...OutboxEntry.entries,
	conversationId: v.number(),
	isPrivate: v.boolean(),
	/** Who gets it by mail besides, where the agent has said. */
	cc: v.optional(v.string()),
	/** It invites to a video call, which the server begins. */
	isCall: v.optional(v.boolean()),
	/** The visitor answers it by pressing or filling in (docs/wire.md, Kinds of message). */
	kind: v.optional(v.object({ content_type: v.string(), content_attributes: Attributes })),
});
export type OutgoingMessage = v.InferOutput<typeof OutgoingMessage>;

/** The unsent messages of all conversations, in the order of sending. */
export const waitingMessagesAtom = atom((get) => get(outboxAtom).filter((entry) => v.is(OutgoingMessage, entry)));

/** Makes the outbox this agent's, and sends the messages that are left in it. */
export const openAgentOutbox = atom(null, (_get, set, { id, account_id }: Profile) => {
	set(openOutbox, { name: `desk:${account_id}:${id}`, schema: OutgoingMessage, send });
	void set(sendOutbox);
});

/**
 * Sends the draft to the visitor, or as a private note. Each file becomes a message of its own; the
 * first one has the text and the quote.
 */
export const sendDraft = atom(null, (_get, set, conversationId: number) => {
	const { text, isPrivate, people = [], selectedFiles, replyTo, cc } = set(takeDraft, conversationId);
	const content = isPrivate ? withMentions(text.trim(), people) : text.trim();
	const message = { content, isPrivate, conversationId, replyTo, cc, referrerUrl: '', afterId: 0 };
	if (selectedFiles.length === 0) set(addToOutbox, message);
	selectedFiles.forEach(({ id, file }, index) => {
		set(addToOutbox, { ...message, ...(index > 0 && { content: '', replyTo: undefined }), echoId: id, file });
	});
	void set(sendOutbox);
});

/** Display ids of conversations that are resolved once what was written is sent. */
const endingAtom = atom<ReadonlySet<number>>(new Set<number>());

/** Sends the draft, and then resolves the conversation: not before the server has it all. */
export const sendAndResolve = atom(null, (_get, set, conversationId: number) => {
	set(endingAtom, (ids) => new Set([...ids, conversationId]));
	set(sendDraft, conversationId);
});

const endIfSent = atom(null, (get, set, { echoId, conversationId: id }: OutgoingMessage) => {
	const waits = get(waitingMessagesAtom).some((one) => one.conversationId === id && one.echoId !== echoId);
	if (waits || !get(endingAtom).has(id)) return;
	set(endingAtom, (ids) => new Set([...ids].filter((other) => other !== id)));
	void set(attempt, () => set(resolve, id).then(() => {}), { name: t`Resolve`, undo: set(rememberStatus, id) });
});

/** Begins a video call, and invites the visitor to it. */
export const inviteToCall = atom(null, (_get, set, conversationId: number) => {
	const message = { content: '', isPrivate: false, isCall: true, conversationId, referrerUrl: '', afterId: 0 };
	set(addToOutbox, message);
	void set(sendOutbox);
});

interface Interactive {
	content: string;
	content_type: string;
	content_attributes: Attributes;
}

/** Sends a message that the visitor answers by pressing or filling in. */
export const sendInteractive = atom(null, (_get, set, conversationId: number, { content, ...kind }: Interactive) => {
	const message = { content, isPrivate: false, kind, conversationId, referrerUrl: '', afterId: 0 };
	set(addToOutbox, message);
	void set(sendOutbox);
});

/** The connection is back: messages that failed without an answer are sent again as well. */
export const resumeSending = atom(null, (get, set) => {
	for (const { echoId, state, failures, failure } of get(outboxAtom)) {
		const isUnanswered = state === 'failed' && failures === 0 && failure === undefined;
		if (isUnanswered) set(updateOutbox, echoId, { state: 'in_progress' });
	}
	void set(sendOutbox);
});

/** Drops what was for conversations that are deleted: nothing shows it any more. */
export const dropOutgoing = atom(null, (get, set, conversationIds: readonly number[]) => {
	for (const { echoId, conversationId } of get(waitingMessagesAtom))
		if (conversationIds.includes(conversationId)) set(dropMessage, echoId);
});

/**
 * Sends one message. A server error is shown to the agent at once, and not only after several
 * attempts.
 */
async function send(get: Getter, set: Setter, entry: OutboxEntry): Promise<void> {
	try {
		await post(get, set, v.parse(OutgoingMessage, entry));
	} catch (error) {
		const { code, status } = error as Partial<RequestError>;
		const hasFailed = status !== undefined && status >= 500;
		if (!hasFailed && code !== 'TIMEOUT') throw error;
		set(updateOutbox, entry.echoId, { state: 'failed', failures: hasFailed ? 1 : 0 });
	}
}

async function post(get: Getter, set: Setter, message: OutgoingMessage): Promise<void> {
	const { echoId, conversationId, content, isPrivate, isCall, kind, file, replyTo, cc } = message;
	const attributes = { ...kind?.content_attributes, ...(replyTo !== undefined && { in_reply_to: replyTo }) };
	const input = {
		params: { ...account(get), id: conversationId },
		body: {
			private: isPrivate,
			echo_id: echoId,
			// The server words an invitation in the visitor's language.
			...(isCall ? { content_type: 'integrations' } : { content }),
			...(cc !== undefined && { cc_emails: cc }),
			...(kind && { content_type: kind.content_type }),
			...(Object.keys(attributes).length > 0 && { content_attributes: JSON.stringify(attributes) }),
		},
	};
	const request = (options = {}) => call(get, applicationRoutes.createMessage, input, options);
	const stored = file
		? await runUpload(set, echoId, (bytes, upload) => request({ send: withFile('attachments[]', bytes, upload) }))
		: await request();
	set(receiveMessages, conversationId, [{ ...stored, echo_id: echoId }]);
	set(endIfSent, message);
}
