/** The challenge before a visitor's first message, by a stand-in for the provider's script. */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import { boot } from '../../src/widget/app/boot.ts';
import { setUser } from '../../src/widget/app/visitor/identifyUser.ts';
import { PROVIDERS } from '../../src/widget/features/captcha/captcha.ts';
import { findNamed, hasText, nextPaint, until } from '../desk/page.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { fill, key, press, reach } from '../support/browser/input.ts';
import { bubble, Conversation, server } from './conversation.ts';
import { makePage } from './page.ts';

const API = '/api/v1/widget';
const TEXT = 'Do you ship to Norway?';
const ASKED = 'Please confirm that you are human. What you have written is sent after that.';
const KEY = { provider: 'turnstile', siteKey: 'site-key' } as const;

/**
 * As the providers' own, it draws what one has to press, and is ready some time after it has
 * loaded.
 */
const STAND_IN = `data:text/javascript,${encodeURIComponent(`{
	let proofs = 0;
	const draw = (element, options, name, onPress) => {
		const button = document.createElement('button');
		button.textContent = name;
		button.onclick = onPress;
		element.append(button);
	};
	window.turnstile = {
		render(element, options) {
			window.turnstile.options = options;
			draw(element, options, 'I am human', () => options.callback('proof-' + ++proofs));
			draw(element, options, 'Let it expire', () => options['expired-callback']());
			return 'id';
		},
		remove: (id) => (window.turnstile.removed = id),
	};
	setTimeout(() => window.onCaptchaReady());
}`)}//`;
const { script: own } = PROVIDERS.turnstile;

interface StandIn {
	options?: Record<string, unknown>;
	removed?: string;
}
const standIn = () => (window as { turnstile?: StandIn }).turnstile;

let chat: Conversation;
let field: HTMLTextAreaElement;
let isPassed: boolean;
let proofs: unknown[];

const refused = (code: string, status = 403) => Response.json({ error: 'Refused', code }, { status });

beforeEach(() => {
	chat = new Conversation();
	isPassed = false;
	proofs = [];
	PROVIDERS.turnstile.script = STAND_IN;
	server.answer(`POST ${API}/messages`, ({ body }) => {
		if (!isPassed) return refused('CAPTCHA_REQUIRED');
		const written = body['message'] as { content: string; echo_id: string };
		chat.sent.push(written);
		return chat.add(written.content, { message_type: 0, echo_id: written.echo_id });
	});
	server.answer(`POST ${API}/captcha`, ({ body }) => {
		proofs.push(body['response']);
		isPassed = true;
		return null;
	});
});
afterEach(() => {
	Reflect.deleteProperty(document, 'visibilityState');
	chat.close();
	Reflect.deleteProperty(window, 'turnstile');
	PROVIDERS.turnstile.script = own;
});
after(() => server.stop());

const group = () => document.querySelector<HTMLElement>('[role=group][aria-labelledby]');
const button = (name: string) => group() && findNamed('[role=group] button', name);
const texts = () => chat.sent.map(({ content }) => content);

async function write(): Promise<void> {
	location.hash = '#/messages';
	field = await chat.open({ channel: { ...makePage().channel, captcha: KEY } });
	await fill(field, TEXT);
	assert.equal(standIn(), undefined);
	await key('Enter');
}

test('what a visitor writes shows at once, waits for the challenge, which is passed by keyboard, and is sent once', async () => {
	await write();
	await until(() => button('I am human'));
	assert.equal(bubble(TEXT)?.dataset['state'], 'in_progress');
	assert.equal(field.value, '');
	const [title] = (group()?.getAttribute('aria-labelledby') ?? '').split(' ');
	assert.equal(document.getElementById(title ?? '')?.textContent, ASKED);
	const { sitekey, language, theme } = standIn()?.options ?? {};
	assert.deepEqual([sitekey, language, theme], ['site-key', 'en', 'light']);
	await axeFindsNothing();
	// Nothing keeps the visitor from going on.
	await fill(field, 'And to Sweden?');
	await key('Enter');
	await until(() => bubble('And to Sweden?'));
	assert.deepEqual(texts(), []);
	await reach({ name: 'I am human' });
	await key('Enter');
	await until(() => texts().length === 2);
	assert.deepEqual(texts(), [TEXT, 'And to Sweden?']);
	assert.deepEqual(proofs, ['proof-1']);
	await until(() => !group());
	assert.equal(standIn()?.removed, 'id');
	// The focus is not lost with what had it.
	assert.notEqual(document.activeElement, document.body);
	await fill(field, 'Thank you');
	await key('Enter');
	await until(() => texts().length === 3);
	assert.equal(group(), null);
});

test('where the script does not load the chat says so, keeps what was written, and tries again', async () => {
	PROVIDERS.turnstile.script = '/nowhere.js';
	await write();
	await until(() => hasText('The check could not be loaded. What you have written is not lost.'));
	assert.ok(bubble(TEXT));
	await axeFindsNothing();
	PROVIDERS.turnstile.script = STAND_IN;
	await press({ name: 'Try again' });
	await press({ name: 'I am human' });
	await until(() => texts().length === 1);
	await until(() => !group());
});

test('a proof that is refused, cannot be checked or has expired is followed by another attempt', async () => {
	const answers = [() => refused('CAPTCHA_REFUSED'), () => refused('', 503)];
	server.answer(`POST ${API}/captcha`, ({ body }) => {
		proofs.push(body['response']);
		const answer = answers.shift();
		isPassed = answer === undefined;
		return answer?.() ?? null;
	});
	await write();
	for (const chosen of ['I am human', 'I am human', 'Let it expire']) {
		await press({ name: chosen });
		await until(() => hasText('The check did not succeed. What you have written is not lost.'));
		await press({ name: 'Try again' });
		await until(() => button('I am human') && !hasText('The check did not succeed.'));
	}
	await press({ name: 'I am human' });
	await until(() => texts().length === 1);
	assert.deepEqual(proofs, ['proof-1', 'proof-2', 'proof-3']);
});

test('a tab that is left no longer waits, so that another one can send, and asks again when the visitor returns', async () => {
	await write();
	await until(() => button('I am human'));
	const isLocked = async () =>
		((await navigator.locks.query()).held ?? []).some(({ name }) => name === 'live-chat-widget:outbox:demo');
	assert.ok(await isLocked());
	turn('hidden');
	await until(() => !group());
	while (await isLocked()) await nextPaint();
	turn('visible');
	await press({ name: 'I am human' });
	await until(() => texts().length === 1);
});

test('a form waits for the challenge as well, and nothing of it has to be typed again', async () => {
	const created: Record<string, unknown>[] = [];
	server.answer(`POST ${API}/conversations`, ({ body }) => {
		if (!isPassed) return refused('CAPTCHA_REQUIRED');
		created.push(body);
		const { content, echo_id } = body['message'] as { content: string; echo_id: string };
		const messages = [chat.add(content, { message_type: 0, echo_id })];
		return {
			id: 43,
			inbox_id: 3,
			contact_last_seen_at: 0,
			status: 'open',
			messages,
			custom_attributes: {},
			contact: {},
		};
	});
	const email = {
		field_type: 'standard',
		name: 'emailAddress',
		type: 'email',
		label: 'Email',
		required: true,
		enabled: true,
	} as const;
	const preChat = {
		preChatFormEnabled: true,
		preChatFormOptions: { pre_chat_message: null, pre_chat_fields: [email] },
	};
	location.hash = '#/prechat-form';
	const container = document.createElement('div');
	container.id = 'app';
	document.body.append(container);
	const channel = { ...makePage().channel, ...preChat, captcha: KEY };
	server.answer(`POST ${API}/config`, () => ({
		website_channel_config: { auth_token: 'new' },
		contact: { pubsub_token: 'pubsub' },
	}));
	const widget = boot(makePage({ channel }), new URLSearchParams(), container);
	await fill({ role: 'textbox', name: /^Email/ }, 'ada@shop.example');
	await fill({ role: 'textbox', name: /^Message/ }, TEXT);
	await press({ selector: 'form [type=submit]' });
	await until(() => button('I am human'));
	// In the same tab there is nobody else who would send it.
	turn('hidden');
	turn('visible');
	await press({ name: 'I am human' });
	await until(() => bubble(TEXT));
	assert.equal(created.length, 1);
	widget.stop();
	container.remove();
});

test('what the page says of its visitor waits for the challenge, too, and is no reason to show it', async () => {
	const done: string[] = [];
	server.answer(`PATCH ${API}/contact/set_user`, () => {
		if (!isPassed) return refused('CAPTCHA_REQUIRED');
		done.push('set-user');
		return { id: 7, has_email: false, has_name: true, has_phone_number: false };
	});
	location.hash = '#/messages';
	field = await chat.open({ channel: { ...makePage().channel, captcha: KEY } });
	void chat.store.set(setUser, 'grace', {});
	await until(() => server.calls.includes(`PATCH ${API}/contact/set_user`));
	turn('hidden');
	turn('visible');
	await nextPaint();
	assert.equal(group(), null);
	assert.equal(standIn(), undefined);
	await fill(field, TEXT);
	await key('Enter');
	await press({ name: 'I am human' });
	await until(() => texts().length === 1 && done.length === 1);
	await until(() => !group());
});

function turn(visibility: DocumentVisibilityState): void {
	Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibility });
	document.dispatchEvent(new Event('visibilitychange'));
}
