/** Events that pages count, and their place in the page's data layer. */
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { press } from '../support/browser/input.ts';
import { addWidget, findLauncher, greet, record, serve, until } from './hostPages.ts';

const page = window as { dataLayer?: { event?: string }[] };
const pushed = () => page.dataLayer ?? [];

afterEach(() => {
	delete page.dataLayer;
});

let id = 1_000;
const message = (changes: object) => ({
	event: 'onMessage' as const,
	data: {
		id: (id += 1),
		content: 'My card is 4111, I am grace@navy.example',
		message_type: 0,
		content_type: 'text',
		content_attributes: {},
		sender: { name: 'Grace Hopper', email: 'grace@navy.example' },
		sender_type: 'Contact',
		...changes,
	},
});

test('what the frame tells is dispatched with its detail, and an unknown name is ignored', async () => {
	serve({});
	const heard = record('conversation-ended', 'rated', 'article-shown', 'form-submitted', 'attachment-sent', 'later');
	const frame = await greet(addWidget({ loading: 'eager' }));
	frame.sayRaw('live-chat-widget:{"event":"happened","name":"later"}');
	frame.say({ event: 'happened', name: 'conversation-ended' });
	await until(() => heard.length === 1);
	frame.say({ event: 'happened', name: 'rated', detail: { rating: 4, isChanged: false } });
	await until(() => heard.length === 2);
	assert.deepEqual(
		heard.map(({ name, detail }) => [name, detail]),
		[
			['conversation-ended', null],
			['rated', { rating: 4, isChanged: false }],
		],
	);
	assert.equal(page.dataLayer, undefined);
});

test('the data layer gets each event in order, with small facts and no word that anybody wrote', async () => {
	serve({});
	const element = addWidget({ 'data-layer': '' });
	page.dataLayer = [{ event: 'gtm.js' }];
	await press(await findLauncher(element));
	const frame = await greet(element);
	frame.say({ event: 'onEvent', eventIdentifier: 'start-conversation', data: { hasConversation: false } });
	frame.say(message({}));
	await until(() => pushed().length === 4);
	frame.say(message({ message_type: 1, sender_type: 'User' }));
	frame.say(message({ message_type: 3, sender_type: null }));
	frame.say(message({ message_type: 1, content_attributes: { submitted_email: 'grace@navy.example' } }));
	await until(() => pushed().length === 5);
	frame.say({ event: 'happened', name: 'form-submitted', detail: { form: 'pre-chat' } });
	frame.say({ event: 'happened', name: 'article-shown', detail: { slug: 'glazes' } });
	frame.say({ event: 'happened', name: 'attachment-sent', detail: { type: 'image' } });
	frame.say({ event: 'happened', name: 'rated', detail: { rating: 5, isChanged: true } });
	frame.say({ event: 'happened', name: 'conversation-ended' });
	await until(() => pushed().length === 10);
	frame.say({ event: 'closeWindow' });
	await until(() => pushed().at(-1)?.event === 'live_chat_close');
	assert.deepEqual(pushed(), [
		{ event: 'gtm.js' },
		{ event: 'live_chat_open' },
		{ event: 'live_chat_start_conversation', live_chat_is_first: true },
		{ event: 'live_chat_message_sent' },
		{ event: 'live_chat_message_received', live_chat_sender: 'agent' },
		{ event: 'live_chat_form_submitted', live_chat_form: 'pre-chat' },
		{ event: 'live_chat_article_shown', live_chat_article: 'glazes' },
		{ event: 'live_chat_attachment_sent', live_chat_attachment: 'image' },
		{ event: 'live_chat_rated', live_chat_rating: 5, live_chat_is_changed: true },
		{ event: 'live_chat_conversation_ended' },
		{ event: 'live_chat_close' },
	]);
	assert.doesNotMatch(JSON.stringify(pushed()), /grace|4111|navy/i);
});

test('a message of which two tabs hear is counted once', async () => {
	serve({});
	const frames = [
		await greet(addWidget({ loading: 'eager', 'data-layer': '' })),
		await greet(addWidget({ loading: 'eager', 'data-layer': '' })),
	];
	const both = message({});
	for (const frame of frames) frame.say(both);
	const heard = record('article-shown');
	for (const frame of frames) frame.say({ event: 'happened', name: 'article-shown', detail: { slug: 'glazes' } });
	await until(() => heard.length === 2 && pushed().length === 3);
	assert.equal(pushed().filter(({ event }) => event === 'live_chat_message_sent').length, 1);
});

test('a page that wants it later gets what happens from then on', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	const frame = await greet(element);
	const heard = record('rated');
	frame.say({ event: 'happened', name: 'rated', detail: { rating: 5, isChanged: false } });
	await until(() => heard.length === 1);
	element.dataLayer = true;
	frame.say({ event: 'happened', name: 'conversation-ended' });
	await until(() => pushed().length === 1);
	assert.deepEqual(pushed(), [{ event: 'live_chat_conversation_ended' }]);
});

test('a frame that goes on where the one before it was tells no article again', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	const heard = record('article-shown');
	const frame = await greet(element);
	const showGlazes = { event: 'happened', name: 'article-shown', detail: { slug: 'glazes' } } as const;
	frame.say(showGlazes);
	await until(() => heard.length === 1);
	frame.say({ event: 'startAgain' });
	await until(() => !frame.iframe.isConnected);
	const next = await greet(element);
	next.say(showGlazes);
	next.say({ event: 'happened', name: 'article-shown', detail: { slug: 'kilns' } });
	await until(() => heard.length === 2);
	next.say(showGlazes);
	await until(() => heard.length === 3);
	assert.deepEqual(
		heard.map(({ detail }) => (detail as { slug: string }).slug),
		['glazes', 'kilns', 'glazes'],
	);
});
