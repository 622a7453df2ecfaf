/**
 * A sample bot: answers first, from the help centre's articles, offers choices, asks by a form,
 * shows cards, and hands over to people. It is told what happens by POST, and speaks by the
 * application API (demo/bot/README.md).
 *
 *     CHAT_URL=http://127.0.0.1:3000 BOT_TOKEN=… BOT_SECRET=… PORT=4000 npm run bot
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { answerQuestion } from './answerQuestion.ts';
import { handOver, say, type Reply, type Told } from './chat.ts';
import { BOT_SECRET, PORT } from './environment.ts';

/**
 * Milliseconds: an event that is not accepted within five seconds is told again, and a model may
 * take longer.
 */
const ACCEPT_AFTER = 3_000;

const MENU: Reply = {
	content: 'Hello, I am the kiln bot. What is it about?',
	content_type: 'input_select',
	content_attributes: {
		items: [
			{ title: 'Plates and cups', value: 'shop' },
			{ title: 'Care', value: 'care' },
			{ title: 'My order', value: 'order' },
			{ title: 'Talk to a person', value: 'person' },
		],
	},
};

const ANSWERS: Record<string, Reply> = {
	thanks: { content: 'You are welcome.' },
	shop: {
		content: 'These are new',
		content_type: 'cards',
		content_attributes: {
			items: [
				{
					title: 'Cobalt plate',
					description: '26 cm, fired twice',
					actions: [
						{ type: 'link', text: 'See it', uri: 'https://shop.example/cobalt-plate' },
						{ type: 'postback', text: 'Put it into the basket', payload: 'basket:cobalt-plate' },
					],
				},
			],
		},
	},
	order: {
		content: 'Which order is it?',
		content_type: 'form',
		content_attributes: {
			items: [
				{ type: 'text', name: 'number', label: 'Order number', required: true },
				{ type: 'email', name: 'email', label: 'E-mail' },
			],
			button_label: 'Send',
		},
	},
};

/**
 * The messages that are being dealt with, by their ids, since an event may be told again meanwhile;
 * with their conversations, and what stops the bot.
 */
const busy = new Map<number, { conversation: number; stop: AbortController }>();

/**
 * Conversations in which a person has answered, although they are still the bot's by their status.
 */
const answered = new Set<number>();

createServer((request, response) => {
	const parts: Buffer[] = [];
	request.on('data', (part: Buffer) => parts.push(part));
	request.on('end', () => {
		const text = Buffer.concat(parts).toString();
		if (!isSigned(request.headers, text)) return void response.writeHead(401).end();
		// What fails soon is answered without success, and told again.
		Promise.race([hear(JSON.parse(text) as Omit<Told, 'stop'>), pause(ACCEPT_AFTER)]).then(
			() => response.writeHead(204).end(),
			() => response.writeHead(500).end(),
		);
	});
}).listen(PORT, '127.0.0.1', () => console.log(`The bot listens at http://127.0.0.1:${PORT}`));

/** Anyone who knows the address could post to it; only the chat knows the secret. */
function isSigned(headers: IncomingHttpHeaders, text: string): boolean {
	const signed = `${String(headers['x-live-chat-timestamp'])}.${text}`;
	const expected = Buffer.from(`sha256=${createHmac('sha256', BOT_SECRET).update(signed).digest('hex')}`);
	const given = Buffer.from(String(headers['x-live-chat-signature']));
	return given.length === expected.length && timingSafeEqual(given, expected);
}

/** While people have the conversation, the bot is silent. */
async function hear(event: Omit<Told, 'stop'>): Promise<void> {
	// What is told then is the conversation itself. From now on its status says whose it is.
	if (event.event === 'conversation_opened' || event.event === 'conversation_resolved') {
		answered.delete(event.id);
		return leave(event.id);
	}
	if (event.event !== 'message_created' && event.event !== 'message_updated') return;
	const { id: conversation, status } = event.conversation;
	if (event.message_type === 'outgoing' && event.sender?.type === 'user' && !event.private) answered.add(conversation);
	if (status !== 'pending' || answered.has(conversation)) return leave(conversation);
	if (busy.has(event.id)) return;
	const stop = new AbortController();
	busy.set(event.id, { conversation, stop });
	const told: Told = { ...event, stop: stop.signal };
	try {
		if (told.event === 'message_created' && told.message_type === 'incoming') await hearText(told);
		// The event also comes when the message is read: the echo id makes a repetition harmless.
		if (told.event === 'message_updated' && told.content_attributes.submitted_values) await hearAnswer(told);
	} catch (error) {
		if (stop.signal.aborted) return;
		console.error(error);
		throw error;
	} finally {
		busy.delete(told.id);
	}
}

/** A person has the conversation: what the bot is about to say there, it does not say. */
function leave(conversation: number): void {
	for (const one of busy.values()) if (one.conversation === conversation) one.stop.abort();
}

async function hearText(told: Told): Promise<void> {
	const text = (told.content ?? '').trim();
	if (/\b(agent|human|person)\b/i.test(text)) await handOver(told);
	else if (text === '' || /^(hi|hello|hey|good (morning|day|afternoon|evening))\b[^?]*$/i.test(text))
		await say(told, MENU);
	else await answerQuestion(told, text);
}

async function hearAnswer(told: Told): Promise<void> {
	const { submitted_values: values } = told.content_attributes;
	// A rating is an object, and none of this bot's questions.
	if (!Array.isArray(values)) return;
	const [first] = values;
	if (told.content_type === 'form') {
		await say(told, { content: `Thank you. Somebody looks up order ${first?.value ?? ''} for you.` });
		await handOver(told);
	} else if (told.content_type === 'input_select') {
		const answer = ANSWERS[first?.value ?? ''];
		if (answer) await say(told, answer);
		else if (first?.value === 'care') await answerQuestion(told, 'caring glaze');
		else await handOver(told);
	}
}
