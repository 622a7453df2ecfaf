/** What was said and set before a view of the chat. */
import { randomUUID } from 'node:crypto';
import { createAgent, createVisitor, type Agent, type Visitor } from '../server/api.ts';
import { png } from '../server/files/filesSamples.ts';
import { addCampaign } from '../support/channel.ts';
import type { Stage } from './stage.ts';

export type Scene = (stage: Stage, website: string) => Promise<void>;

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

async function attach({ server }: Stage, visitor: Visitor, file: File): Promise<void> {
	const form = new FormData();
	form.append('message[echo_id]', randomUUID());
	form.append('message[content]', '');
	form.append('message[attachments][]', file);
	const address = new URL('/api/v1/widget/messages?website_token=demo', server.origin);
	const response = await fetch(address, { method: 'POST', headers: { 'X-Auth-Token': visitor.authToken }, body: form });
	if (!response.ok) throw new Error(`A file was answered ${response.status}: ${await response.text()}`);
}
