/** The views of the chat, and what was said and set before each. */
import { randomUUID } from 'node:crypto';
import { createAgent, createVisitor, type Agent, type Visitor } from '../server/api.ts';
import { png } from '../server/files/filesSamples.ts';
import type { Kept, Stage } from './stage.ts';
import type { View } from './walk.ts';

export type Step = NonNullable<View['steps']>[number];

/** A view as the table has it: what was said before (`said`) is put back at each visit. */
export interface ChatView {
	name: string;
	/** Which website; default `demo`. */
	website?: string;
	/** Attributes of the tag. */
	attributes?: Readonly<Record<string, string>>;
	said?: (stage: Stage, website: string) => Promise<void>;
	steps: readonly Step[];
	shows?: string;
	isFlat?: boolean;
}

/** It says how many messages are unread. */
const OPEN = /Chat with us/;
const START = 'Start Conversation';

/** What a visitor meets first. */
export const FIRST_VIEWS: readonly ChatView[] = [
	{ name: 'launcher', steps: [], isFlat: true },
	{ name: 'home', steps: [OPEN], shows: 'Visit the workshop' },
	{ name: 'pre-chat form', website: 'demo-prechat', steps: [OPEN, START] },
	{ name: 'topics', website: 'demo-topics', steps: [OPEN] },
	{ name: 'leave a message', website: 'demo-leave', steps: [OPEN, START] },
];

export const CONVERSATION_VIEWS: readonly ChatView[] = [
	{ name: 'home of a known visitor', said: sayTwice, steps: [OPEN, 'Back'], shows: 'Visit the workshop' },
	{ name: 'empty conversation', steps: [OPEN, START] },
	{ name: 'conversation', said: sayFiles, steps: [OPEN], shows: 'That one' },
	{ name: 'away', website: 'demo-hours', steps: [OPEN, START] },
];

/** Makes the website's visitor, who has said something, the browser's. */
async function begin(stage: Stage, website: string): Promise<{ visitor: Visitor; agent: Agent; id: number }> {
	const visitor = await createVisitor(stage.server.origin, undefined, website);
	const { conversation_id: id } = await visitor.write('Hello');
	await stage.setCookie('cw_conversation', visitor.authToken);
	return { visitor, agent: createAgent(stage.server.origin, stage.server.agentToken), id };
}

async function sayTwice(stage: Stage, website: string): Promise<void> {
	const { visitor, agent, id } = await begin(stage, website);
	await agent.write(id, 'Good morning');
	await agent.call(`conversations/${id}/toggle_status`, { body: { status: 'resolved' } });
	await visitor.call('conversations', { body: { message: { content: 'Another question' } } });
}

async function sayFiles(stage: Stage, website: string): Promise<void> {
	const { visitor, agent, id } = await begin(stage, website);
	const answer = await agent.write(id, 'See **[our page](https://shop.example/)**');
	await attach(stage.server.origin, visitor, new File([png(40, 40)], 'cup.png', { type: 'image/png' }));
	await attach(stage.server.origin, visitor, new File(['clay'], 'clay.txt', { type: 'text/plain' }));
	await visitor.call('messages', { body: { message: { content: 'That one', reply_to: answer.id } } });
}

async function attach(origin: string, visitor: Visitor, file: File): Promise<void> {
	const form = new FormData();
	form.append('message[echo_id]', randomUUID());
	form.append('message[content]', '');
	form.append('message[attachments][]', file);
	const address = new URL('/api/v1/widget/messages?website_token=demo', origin);
	const response = await fetch(address, { method: 'POST', headers: { 'X-Auth-Token': visitor.authToken }, body: form });
	if (!response.ok) throw new Error(`A file was answered ${response.status}: ${await response.text()}`);
}

/** The view with what database and browser hold before it. @param clean what they hold before any */
export async function prepare(stage: Stage, clean: Kept, chatView: ChatView): Promise<View> {
	const { website = 'demo', attributes, said, ...view } = chatView;
	const address = stage.pageOf(website, attributes);
	if (!said) return { ...view, kept: clean, address };
	await stage.restore(clean, true);
	await said(stage, website);
	return { ...view, kept: await stage.keep(), address };
}
