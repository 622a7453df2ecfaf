/**
 * What happens in the chat, in the page's data layer (`data-layer`): the name of the event, and
 * small facts. Nothing that a person has written goes there, and nothing that says who it was.
 */
import type { HostEvents } from '../core/hostEvents.ts';
import { MessageType, type Message } from '#protocol/entities/entities.ts';

type Facts = Record<string, string | number | boolean>;

/** Event of the tag → its facts, or nothing where it is not to be counted. */
const FACTS: { [E in keyof HostEvents]?: (detail: HostEvents[E]) => Facts } = {
	open: () => ({}),
	close: () => ({}),
	'start-conversation': ({ hasConversation }) => ({ is_first: !hasConversation }),
	'unread-click': () => ({}),
	'campaign-click': () => ({}),
	'conversation-ended': () => ({}),
	rated: ({ rating, isChanged }) => ({ rating, is_changed: isChanged }),
	'article-shown': ({ slug }) => ({ article: slug }),
	'form-submitted': ({ form }) => ({ form }),
	'attachment-sent': ({ type }) => ({ attachment: type }),
};

export function pushToDataLayer(name: string, detail: unknown): void {
	if (name === 'message') return void pushMessage(detail as Message).catch(console.debug);
	if (!Object.hasOwn(FACTS, name)) return;
	// Each event has its own detail, which TypeScript cannot follow through the table.
	const read = FACTS[name as keyof HostEvents] as (detail: unknown) => Facts;
	push(name, read(detail));
}

/**
 * Every open tab hears of a message: one of them counts it, if possible the one that is looked at.
 * An answer to a question changes a message, and is none.
 */
async function pushMessage({ id, message_type, sender_type, content_attributes }: Message): Promise<void> {
	if (content_attributes['submitted_values'] || content_attributes['submitted_email']) return;
	const isOwn = message_type === MessageType.INCOMING;
	const sender = SENDERS[sender_type ?? ''];
	if (!isOwn && !(message_type === MessageType.OUTGOING && sender)) return;
	const { claim } = await import('#client/lock.ts');
	if (!(await claim(`count:${id}`, document.visibilityState === 'visible'))) return;
	if (isOwn) push('message-sent', {});
	else if (sender) push('message-received', { sender });
}

const SENDERS: Record<string, string> = { User: 'agent', AgentBot: 'bot' };

/** The facts are named after the chat, since a data layer keeps them beside those of the page. */
function push(name: string, facts: Facts): void {
	const named = Object.entries(facts).map(([fact, value]) => [`live_chat_${fact}`, value]);
	const page = window as { dataLayer?: unknown[] };
	(page.dataLayer ??= []).push({ event: `live_chat_${name.replaceAll('-', '_')}`, ...Object.fromEntries(named) });
}
