import type { Getter, Setter } from 'jotai/vanilla';
import type { Message } from '#protocol/entities/entities.ts';
import { type NewMessage, widgetRoutes } from '#protocol/widgetRoutes.ts';
import { withLock } from '#client/lock.ts';
import type { CallOptions } from '#client/rest.ts';
import { outboxAtom, updateOutbox } from '#models/outbox.ts';
import { channelAtom } from '../channel/channel.ts';
import { enterStarted, isStartingNewAtom } from '../conversation/conversation.ts';
import { callAsVisitor, throwIfAborted, staySignalAtom } from '../session/session.ts';
import { topicPartAtom } from '../topics/topics.ts';

/**
 * Sends a message into the conversation, or starts the new one that the visitor asked for. Rejects
 * with a RequestError.
 */
export function postMessage(get: Getter, set: Setter, message: NewMessage, options: CallOptions): Promise<Message> {
	const named = () => get(outboxAtom).find(({ echoId }) => echoId === message.echo_id)?.conversation;
	const isStarting = () => (named() ?? Number(!get(isStartingNewAtom))) === 0;
	const post = () => {
		const input = { query: { conversation_id: named() }, body: { message, ...get(topicPartAtom) } };
		return callAsVisitor(get, set, widgetRoutes.createMessage, input, options);
	};
	if (!isStarting()) return post();
	const stay = get(staySignalAtom);
	// When a text and a file are sent at once, only one of them may start the conversation.
	return withLock(`start:${get(channelAtom).websiteToken}`, async () => {
		throwIfAborted(stay);
		return isStarting() ? start(get, set, message, options) : post();
	});
}

async function start(get: Getter, set: Setter, message: NewMessage, options: CallOptions): Promise<Message> {
	// The message that it answers is in the conversation that has been left.
	const { reply_to: _left, ...first } = message;
	const body = { message: first, ...get(topicPartAtom) };
	const started = await callAsVisitor(get, set, widgetRoutes.createConversation, { body }, options);
	const others = get(outboxAtom).filter(({ conversation }) => conversation === 0);
	for (const { echoId } of others) set(updateOutbox, echoId, { conversation: started.id });
	if (others.length === 0) set(enterStarted, started.id);
	const [written] = started.messages;
	if (!written) throw new Error('The first message is missing');
	return written;
}
