/**
 * A sample bot: answers first, offers choices, asks by a form, shows cards and an article, and hands over to people. It is told
 * what happens by POST, and speaks by the application API (docs/guide/bots.md).
 *
 *     CHAT_URL=http://127.0.0.1:3000 BOT_TOKEN=… BOT_SECRET=… PORT=4000 npm run bot
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';

const { CHAT_URL = 'http://127.0.0.1:3000', BOT_TOKEN = '', BOT_SECRET = '', PORT = '4000' } = process.env;
if (!BOT_TOKEN || !BOT_SECRET)
	throw new Error(
		'BOT_TOKEN and BOT_SECRET must be the token and the secret that "npm run admin -- create-bot" printed',
	);

/** Of what is told, the part that this bot reads. */
interface Told {
	event: string;
	id: number;
	account: { id: number };
	content: string | null;
	content_type: string;
	message_type: string;
	content_attributes: { submitted_values?: { name?: string; value: string }[] | null };
	conversation: { id: number; status: string };
}

interface Reply {
	content: string;
	content_type?: string;
	content_attributes?: object;
}

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
	care: {
		content: 'This may help',
		content_type: 'article',
		content_attributes: {
			items: [
				{
					title: 'Caring for stoneware',
					description: 'Dishwasher, oven, and what to do about stains',
					link: 'https://shop.example/care',
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

createServer((request, response) => {
	const parts: Buffer[] = [];
	request.on('data', (part: Buffer) => parts.push(part));
	request.on('end', () => {
		const text = Buffer.concat(parts).toString();
		if (!isSigned(request.headers, text)) return void response.writeHead(401).end();
		// Only when it has been dealt with: what is not answered with success is told again.
		hear(JSON.parse(text) as Told).then(
			() => response.writeHead(204).end(),
			(error: unknown) => {
				console.error(error);
				response.writeHead(500).end();
			},
		);
	});
}).listen(Number(PORT), '127.0.0.1', () => console.log(`The bot listens at http://127.0.0.1:${PORT}`));

/** Anyone who knows the address could post to it; only the chat knows the secret. */
function isSigned(headers: IncomingHttpHeaders, text: string): boolean {
	const signed = `${String(headers['x-live-chat-timestamp'])}.${text}`;
	const expected = Buffer.from(`sha256=${createHmac('sha256', BOT_SECRET).update(signed).digest('hex')}`);
	const given = Buffer.from(String(headers['x-live-chat-signature']));
	return given.length === expected.length && timingSafeEqual(given, expected);
}

/** While people have the conversation, the bot is silent. */
async function hear(told: Told): Promise<void> {
	if (told.event !== 'message_created' && told.event !== 'message_updated') return;
	if (told.conversation.status !== 'pending') return;
	if (told.event === 'message_created' && told.message_type === 'incoming') await hearText(told);
	// The event also comes when the message is read: the echo id makes a repetition harmless.
	if (told.event === 'message_updated' && told.content_attributes.submitted_values) await hearAnswer(told);
}

async function hearText(told: Told): Promise<void> {
	if (/\b(agent|human|person)\b/i.test(told.content ?? '')) await handOver(told);
	else await say(told, MENU);
}

async function hearAnswer(told: Told): Promise<void> {
	const [first] = told.content_attributes.submitted_values ?? [];
	if (told.content_type === 'form') {
		await say(told, { content: `Thank you. Somebody looks up order ${first?.value ?? ''} for you.` });
		await handOver(told);
	} else if (told.content_type === 'input_select') {
		const answer = ANSWERS[first?.value ?? ''];
		if (answer) await say(told, answer);
		else await handOver(told);
	}
}

async function handOver(told: Told): Promise<void> {
	await say(told, { content: 'A person will be with you in a moment.' }, 'hand-over');
	await call(told, 'toggle_status', { status: 'open' });
}

/** At most once to the same message: the chat stores one message per echo id. */
function say(told: Told, reply: Reply, purpose = 'reply'): Promise<void> {
	return call(told, 'messages', { ...reply, echo_id: `${purpose}-to-${told.id}` });
}

async function call({ account, conversation }: Told, action: string, body: object): Promise<void> {
	const response = await fetch(`${CHAT_URL}/api/v1/accounts/${account.id}/conversations/${conversation.id}/${action}`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', api_access_token: BOT_TOKEN },
		body: JSON.stringify(body),
	});
	if (!response.ok) throw new Error(`The chat answered ${response.status}: ${await response.text()}`);
}
