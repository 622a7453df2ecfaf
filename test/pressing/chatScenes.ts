/** What was said and set before a view of the chat. */
import { randomUUID } from 'node:crypto';
import { popOutAddress } from '#protocol/frame/popOutAddress.ts';
import type { PreChatField } from '#protocol/entities/channel.ts';
import { call, createAgent, createVisitor, type Agent, type Visitor } from '../server/api.ts';
import { png } from '../server/files/filesSamples.ts';
import { addCampaign, changeChannel } from '../support/channel.ts';
import type { Stage } from './stage.ts';

/** May resolve with the address of the view, in place of the website's page. */
export type Scene = (stage: Stage, website: string) => Promise<void | string>;

/** Makes the website's visitor, who has said something, the browser's. */
async function begin(stage: Stage, website: string): Promise<{ visitor: Visitor; agent: Agent; id: number }> {
	const visitor = await createVisitor(stage.server.origin, undefined, website);
	const { conversation_id: id } = await visitor.write('Hello');
	await stage.setCookie('cw_conversation', visitor.authToken);
	return { visitor, agent: createAgent(stage.server.origin, stage.server.agentToken), id };
}

export async function sayTwice(stage: Stage, website: string): Promise<void> {
	const { visitor, agent, id } = await begin(stage, website);
	await agent.write(id, 'Good morning');
	await agent.call(`conversations/${id}/toggle_status`, { body: { status: 'resolved' } });
	await visitor.call('conversations', { body: { message: { content: 'Another question' } } });
}

export async function answerTwice(stage: Stage, website: string): Promise<void> {
	const { agent, id } = await begin(stage, website);
	for (const answer of ['Good morning', 'See [our page](https://shop.example/)']) await agent.write(id, answer);
}

export async function beginCampaign({ server }: Stage, website: string): Promise<void> {
	await addCampaign(server, { message: 'Need a hand?', url: 'http://*:*/*', seconds: 1, senderId: 1 }, website);
}

export async function sayFiles(stage: Stage, website: string): Promise<void> {
	const { visitor, agent, id } = await begin(stage, website);
	const answer = await agent.write(id, 'See **[our page](https://shop.example/)**');
	await attach(stage, visitor, new File([png(40, 40)], 'cup.png', { type: 'image/png' }));
	await attach(stage, visitor, new File(['clay'], 'clay.txt', { type: 'text/plain' }));
	await visitor.call('messages', { body: { message: { content: 'That one', reply_to: answer.id } } });
}

/** A message of the team, with what it asks or shows. */
const KINDS = {
	choices: [
		'input_select',
		{
			items: [
				{ title: 'Cobalt', value: 'cobalt' },
				{ title: 'Ash', value: 'ash' },
			],
		},
	],
	cards: [
		'cards',
		{
			items: [
				{
					title: 'Cup',
					description: 'Blue',
					actions: [
						{ type: 'link', text: 'Look at it', uri: 'https://shop.example/cup' },
						{ type: 'postback', text: 'Put aside', payload: 'CUP' },
					],
				},
			],
		},
	],
	articles: ['article', { items: [{ title: 'Care', description: 'How', link: 'https://shop.example/care' }] }],
	form: [
		'form',
		{
			items: [
				{ type: 'text', name: 'size', label: 'Size', required: true },
				{ type: 'email', name: 'address', label: 'Address', required: true },
				{ type: 'text_area', name: 'wish', label: 'Wish' },
				{ type: 'select', name: 'glaze', label: 'Glaze', options: [{ label: 'Ash', value: 'ash' }] },
			],
		},
	],
	address: ['input_email', {}],
	rating: ['input_csat', {}],
	call: ['integrations', {}],
} as const;

export function ask(...kinds: readonly (keyof typeof KINDS)[]): Scene {
	return async (stage, website) => {
		const { agent, id } = await begin(stage, website);
		for (const kind of kinds) {
			const [content_type, content_attributes] = KINDS[kind];
			await agent.write(id, `About ${kind}`, { content_type, content_attributes });
		}
	};
}

const LONG_LINE = `const glaze = { ${'copper: 2, '.repeat(20)} };`;

/** A text that was taken back, a long code, what the server notes, and answers to each other. */
export async function sayAndTakeBack(stage: Stage, website: string): Promise<void> {
	const { visitor, agent, id } = await begin(stage, website);
	const wrong = await agent.write(id, 'A slip of the pen');
	const code = await agent.write(id, `So:\n\n\`\`\`js\n${LONG_LINE}\n\`\`\``);
	await visitor.call('messages', { body: { message: { content: 'Which of them?', reply_to: code.id } } });
	await visitor.call('messages', { body: { message: { content: 'And that?', reply_to: wrong.id } } });
	await agent.call(`conversations/${id}/messages/${wrong.id}`, { method: 'DELETE' });
	await agent.call(`conversations/${id}/toggle_status`, { body: { status: 'resolved' } });
	await agent.call(`conversations/${id}/toggle_status`, { body: { status: 'open' } });
}

/** More than the list of earlier conversations shows at first; the newest has a question. */
export async function endOften(stage: Stage, website: string): Promise<void> {
	const { visitor, agent, id } = await begin(stage, website);
	let last = id;
	for (const question of ['Second', 'Third', 'Fourth', 'Fifth']) {
		const [content_type, content_attributes] = KINDS.choices;
		await agent.write(last, `About ${last}`, { content_type, content_attributes });
		await agent.call(`conversations/${last}/toggle_status`, { body: { status: 'resolved' } });
		const begun = await visitor.call<{ id: number }>('conversations', { body: { message: { content: question } } });
		last = begun.body.id;
	}
}

export async function end(stage: Stage, website: string): Promise<void> {
	const { agent, id } = await begin(stage, website);
	await agent.write(id, 'Good bye');
	await agent.call(`conversations/${id}/toggle_status`, { body: { status: 'resolved' } });
}

export async function endForGood(stage: Stage, website: string): Promise<void> {
	await changeChannel(stage.server, { inbox: { allow_messages_after_resolved: false } }, website);
	await end(stage, website);
}

/** The page to which a mail leads. */
export async function mailSurvey(stage: Stage, website: string): Promise<string> {
	const { agent, id } = await begin(stage, website);
	await agent.call(`conversations/${id}/toggle_status`, { body: { status: 'resolved' } });
	return `${stage.server.origin}/survey/responses/${(await agent.conversation(id)).uuid}`;
}

/** That page, once the visitor has rated. */
export async function rateByMail(stage: Stage, website: string): Promise<string> {
	const address = await mailSurvey(stage, website);
	const path = new URL(address).pathname.replace('/survey/responses/', '/public/api/v1/csat_survey/');
	const body = { message: { submitted_values: { csat_survey_response: { rating: 4 } } } };
	const { status } = await call(stage.server.origin, path, { method: 'PUT', body });
	if (status !== 200) throw new Error(`A rating was answered ${status}`);
	return address;
}

/** The chat in a window of its own. */
export async function popOut(stage: Stage, website: string): Promise<string> {
	const { visitor, agent, id } = await begin(stage, website);
	await agent.write(id, 'Good morning');
	const { authToken } = visitor;
	return popOutAddress(stage.server.origin, {
		authToken,
		websiteToken: website,
		locale: 'en',
		topic: undefined,
		darkMode: 'light',
	});
}

/** A field of each kind that owners can ask for, and the consent. */
export async function askEverything({ server }: Stage, website: string): Promise<void> {
	const field = { field_type: 'conversation_attribute', enabled: true } as const;
	const fields = [
		{ name: 'emailAddress', type: 'email', label: 'Email', field_type: 'standard', required: true },
		{ name: 'phoneNumber', type: 'text', label: 'Phone', field_type: 'standard', required: true },
		{ name: 'order', type: 'number', label: 'Order', required: true },
		{ name: 'link', type: 'link', label: 'Link', required: false },
		{ name: 'day', type: 'date', label: 'Day', required: false },
		{ name: 'glaze', type: 'list', label: 'Glaze', required: false, values: ['Ash', 'Cobalt'] },
		{ name: 'gift', type: 'checkbox', label: 'Gift', required: false },
	];
	const options = {
		pre_chat_message: 'Who are you? See [our page](https://shop.example/)',
		pre_chat_fields: fields.map((own) => ({ ...field, ...own }) as PreChatField),
		consent_required: true,
	};
	await changeChannel(server, { widget: { pre_chat_form_options: options } }, website);
}

async function attach({ server }: Stage, visitor: Visitor, file: File): Promise<void> {
	const form = new FormData();
	form.append('message[echo_id]', randomUUID());
	form.append('message[content]', '');
	form.append('message[attachments][]', file);
	const address = new URL('/api/v1/widget/messages?website_token=demo', server.origin);
	const response = await fetch(address, { method: 'POST', headers: { 'X-Auth-Token': visitor.authToken }, body: form });
	if (!response.ok) throw new Error(`A file was answered ${response.status}: ${await response.text()}`);
}
