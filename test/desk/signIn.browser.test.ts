import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { outboxAtom } from '#models/outbox.ts';
import { asksPasswordAtom } from '../../src/desk/session/password.ts';
import { agentAtom, checkSession, resumeSession } from '../../src/desk/session/session.ts';
import { startDesk } from '../../src/desk/startDesk.tsx';
import { NEW_DRAFT, readDraft } from '../../src/desk/thread/compose/interactive.ts';
import { changeDraft, draftOfAtom } from '../../src/desk/thread/model/drafts.ts';
import { sendDraft } from '../../src/desk/thread/model/outgoing.ts';
import { noteKey } from '../../src/desk/thread/composer/reportTyping.ts';
import { fill, key, press, type } from '../support/browser/input.ts';
import { startFakeServer } from './fakeServer.ts';
import {
	chooseInAgentMenu,
	enterToken,
	fillToken,
	findNamed,
	findTokenField,
	hasText,
	inDialog,
	until,
} from './page.ts';
import { PROFILE } from './samples.ts';

const PROFILE_ROUTE = 'GET /api/v1/profile';
const SIGN_IN = 'POST /auth/desk_session';
const SIGN_OUT = 'DELETE /auth/sign_out';
const LINK = { email: PROFILE.email, sso_auth_token: 'once' };
const address = location.href;
const server = startFakeServer();
let desk: Awaited<ReturnType<typeof startDesk>>;

const name = document.createElement('meta');
name.name = 'application-name';
name.content = 'Pottery & Tea';

/** One page for all tests: an agent returns while the server is overloaded. */
before(async () => {
	document.head.append(name);
	server.answer('GET /api/v1/accounts/1/conversations', () => ({
		data: {
			meta: { mine_count: 0, assigned_count: 0, unassigned_count: 0, all_count: 0 },
			next_cursor: null,
			payload: [],
		},
	}));
	refuseAll(429);
	const root = document.createElement('div');
	root.id = 'app';
	document.body.append(root);
	desk = await startDesk(root);
});

after(() => {
	server.stop();
	name.remove();
	// The runner needs its own address in the page again.
	history.replaceState(null, '', address);
});

test('an overloaded server does not sign the agent out: the earlier session can be tried again', async () => {
	await until(() => problem() === 'That did not work. Try again.');
	assert.ok(findNamed('button', 'Try again'));
});

test('an agent who is to sign in sees whose desk it is', () => {
	assert.ok(hasText('Pottery & Tea'));
});

test('the message tells whether the server answered, and the focus stays on the button to try again', async () => {
	const answer = Promise.withResolvers<never>();
	server.answer(PROFILE_ROUTE, () => answer.promise);
	const again = await until(() => findNamed('button', 'Try again'));
	await press(again);
	await until(() => hasText('Signing in…'));
	assert.equal(document.activeElement, again);
	answer.reject(new TypeError('Failed to fetch'));
	await until(() => problem() === 'The server cannot be reached. Check the connection and try again.');
	assert.equal(document.activeElement, findNamed('button', 'Try again'));
});

test('an agent without a network is told so instead of asked for a password, and comes back with the network', async () => {
	assert.equal(findTokenField(), null);
	Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
	dispatchEvent(new Event('offline'));
	await until(() => problem() === 'Everything resumes automatically once you are connected again.');
	assert.equal(document.querySelector('h1')?.textContent, 'You are offline');
	assert.equal(findNamed('button', 'Sign in'), undefined);
	refuseAll(503);
	Reflect.deleteProperty(navigator, 'onLine');
	dispatchEvent(new Event('online'));
	await until(() => problem() === 'That did not work. Try again.');
	assert.ok(tokenField());
});

test('a browser that stores no cookies is told so, and the link stays unused', async () => {
	Object.defineProperty(navigator, 'cookieEnabled', { value: false, configurable: true });
	const asked = server.calls.length;
	await enterToken('a-token');
	await until(() => problem() === 'This browser accepts no cookies from this address. Allow them and try again.');
	Reflect.deleteProperty(navigator, 'cookieEnabled');
	assert.equal(server.calls.length, asked);
	assert.ok(findNamed('button', 'Try again'));
});

test('a typed token stays while it is checked and after a failure, and is sent once', async () => {
	const answer = Promise.withResolvers<never>();
	server.answer(SIGN_IN, () => answer.promise);
	await fillToken('mistyped');
	const field = tokenField();
	const asked = server.calls.length;
	await key('Enter');
	await until(() => hasText('Signing in…'));
	assert.deepEqual(
		submitButtons().map(({ ariaDisabled }) => ariaDisabled),
		['true', 'true'],
	);
	await key('Enter');
	findNamed('button', 'Try again')?.focus();
	await key('Enter');
	assert.equal(server.calls.length, asked + 1);
	answer.reject(503);
	await until(() => problem() === 'That did not work. Try again.');
	assert.equal(tokenField(), field);
	assert.equal(field.value, 'mistyped');
});

test('a mistyped access token is refused, and the focus is not lost', async () => {
	refuseAll(401);
	const again = await until(() => findNamed('button', 'Try again'));
	await press(again);
	await until(() => problem() === 'This access token is not valid.');
	assert.equal(findNamed('button', 'Try again'), undefined);
	assert.equal(document.activeElement, tokenField().closest('[tabindex="-1"]'));
});

test('a login link that an overloaded server did not answer is used by the next try', async () => {
	refuseAll(429);
	await desk().set(resumeSession, LINK);
	const again = await until(() => findNamed('button', 'Try again'));
	assert.equal(problem(), 'Too many attempts. Wait a few minutes and try again.');
	server.answer(PROFILE_ROUTE, () => {
		throw 401;
	});
	server.answer(SIGN_IN, ({ body }) => {
		assert.deepEqual(body, LINK);
		return PROFILE;
	});
	await press(again);
	await until(() => hasText('No conversations here.'));
	assert.equal(kept(), '');
	await chooseInAgentMenu('Sign out');
	await until(() => findTokenField());
	// Until the server's answer has arrived, a session that begins is ended first.
	await until(() => server.calls.includes(SIGN_OUT) && kept() === '');
});

test('a person who comes by an invitation chooses a password before anything else, or later', async () => {
	server.answer(SIGN_IN, () => ({ ...PROFILE, has_password: false }));
	desk().set(asksPasswordAtom, true);
	await desk().set(resumeSession, LINK);
	await until(() => document.querySelector('h1')?.textContent === 'Choose a password');
	assert.equal(findNamed('label', 'Current password'), undefined);
	server.answer('PATCH /api/v1/profile', () => {
		throw 422;
	});
	await type({ selector: 'input[name=new-password]' }, 'quiet lamp over water');
	await key('Enter');
	await until(() => problem()?.startsWith('A first password can be chosen within 30 minutes'));
	server.answer('PATCH /api/v1/profile', ({ body }) => {
		assert.deepEqual(body, { password: 'quiet lamp over water' });
		return { ...PROFILE, has_password: true };
	});
	await key('Enter');
	await until(() => hasText('No conversations here.'));
	await chooseInAgentMenu('Sign out');
	await until(() => findTokenField());
	await until(() => server.calls.includes(SIGN_OUT) && kept() === '');
	desk().set(asksPasswordAtom, true);
	await desk().set(resumeSession, LINK);
	await press(await until(() => findNamed('button', 'Skip')));
	await until(() => hasText('No conversations here.'));
	await chooseInAgentMenu('Sign out');
	await until(() => findTokenField());
});

test('a sign-out that the server has not got is sent at the next visit, which begins signed out', async () => {
	server.answer(SIGN_IN, () => PROFILE);
	server.answer(PROFILE_ROUTE, () => PROFILE);
	server.answer(SIGN_OUT, () => {
		throw new TypeError('Failed to fetch');
	});
	await desk().set(resumeSession, undefined);
	await chooseInAgentMenu('Sign out');
	await until(() => findTokenField());
	await desk().set(resumeSession, undefined);
	assert.ok(tokenField());
	server.answer(SIGN_OUT, () => ({ success: true }));
	server.answer(PROFILE_ROUTE, () => {
		throw 401;
	});
	const told = server.calls.filter((name) => name === SIGN_OUT).length;
	await desk().set(resumeSession, undefined);
	assert.equal(server.calls.filter((name) => name === SIGN_OUT).length, told + 1);
	assert.equal(problem(), undefined);
	await desk().set(resumeSession, undefined);
	assert.equal(server.calls.filter((name) => name === SIGN_OUT).length, told + 1);
});

test('a link of another person than the one who is signed in is used only after a question', async () => {
	server.answer(PROFILE_ROUTE, () => PROFILE);
	const other = { email: 'eve@team.example', sso_auth_token: 'theirs' };
	const used = () => server.calls.filter((name) => name === SIGN_IN).length;
	const before = used();
	const question = `Sign in as ${other.email} instead of ${PROFILE.email}?`;
	await desk().set(resumeSession, other);
	await until(() => document.querySelector('h1')?.textContent === question);
	assert.equal(used(), before);
	await press('Cancel');
	await until(() => findNamed('button', 'Sign out'));
	assert.deepEqual([used(), desk().get(agentAtom)?.id], [before, PROFILE.id]);

	// Nor is it used where the server could not say at first who is signed in.
	refuseAll(503);
	await desk().set(resumeSession, other);
	const again = await until(() => findNamed('button', 'Try again'));
	server.answer(PROFILE_ROUTE, () => PROFILE);
	server.answer(SIGN_IN, ({ body }) => {
		assert.deepEqual(body, other);
		return { ...PROFILE, id: 98, email: other.email };
	});
	await press(again);
	await until(() => document.querySelector('h1')?.textContent === question);
	assert.equal(used(), before);
	await press('Sign in');
	await until(() => findNamed('button', 'Sign out'));
	assert.deepEqual([used(), desk().get(agentAtom)?.id], [before + 1, 98]);
});

test('a link of the person who is signed in is used without a question', async () => {
	server.answer(PROFILE_ROUTE, () => PROFILE);
	server.answer(SIGN_IN, ({ body }) => {
		assert.deepEqual(body, { ...LINK, email: LINK.email.toUpperCase() });
		return PROFILE;
	});
	await desk().set(resumeSession, { ...LINK, email: LINK.email.toUpperCase() });
	await until(() => findNamed('button', 'Sign out'));
	assert.equal(desk().get(agentAtom)?.id, PROFILE.id);
});

test('a session that was ended on another device ends here too', async () => {
	server.answer(PROFILE_ROUTE, () => PROFILE);
	await desk().set(resumeSession, undefined);
	await until(() => findNamed('button', 'Sign out'));
	server.answer(PROFILE_ROUTE, () => {
		throw 503;
	});
	await desk().set(checkSession);
	assert.ok(findNamed('button', 'Sign out'));
	desk().set(changeDraft, 1, { text: 'Half a sentence' });
	desk().set(changeDraft, 1, { interactive: { ...NEW_DRAFT, content: 'Which glaze?' } });
	server.answer('POST /api/v1/accounts/1/conversations/2/messages', () => {
		throw new TypeError('Failed to fetch');
	});
	desk().set(changeDraft, 2, { text: 'Not sent yet' });
	desk().set(sendDraft, 2);
	// The visitor is being told that the agent types.
	desk().set(noteKey, 1);
	refuseAll(401);
	await desk().set(checkSession);
	await until(() => problem() === 'You have been signed out. Your session was ended or has expired.');
	assert.deepEqual([desk().get(draftOfAtom)(1).text, desk().get(outboxAtom)], ['', []]);
});

test('what was unsent when the session ended is there when the agent signs in again, and not for anybody else', async () => {
	const unsent = () => [
		desk().get(draftOfAtom)(1).text,
		readDraft(desk().get(draftOfAtom)(1).interactive).content,
		...desk()
			.get(outboxAtom)
			.map(({ content }) => content),
	];
	server.answer(PROFILE_ROUTE, () => ({ ...PROFILE, id: 99 }));
	await desk().set(resumeSession, undefined);
	await until(() => findNamed('button', 'Sign out'));
	assert.deepEqual(unsent(), ['', '']);
	server.answer(PROFILE_ROUTE, () => PROFILE);
	// As another tab tells when its agent signs in.
	const otherTab = new BroadcastChannel('live-chat-desk:sign-ins');
	otherTab.postMessage(null);
	await until(() => problem() === 'You have been signed out. Your session was ended or has expired.');
	otherTab.close();
	await desk().set(resumeSession, undefined);
	await until(() => findNamed('button', 'Sign out'));
	assert.deepEqual(unsent(), ['Half a sentence', 'Which glaze?', 'Not sent yet']);
	await chooseInAgentMenu('Sign out');
	await until(() => findTokenField());
	server.answer(SIGN_OUT, () => ({ success: true }));
	await desk().set(resumeSession, undefined);
	await until(() => findNamed('button', 'Sign out'));
	assert.deepEqual(unsent(), ['', ''], 'a sign-out leaves nothing behind');
	refuseAll(401);
	await desk().set(checkSession);
	await until(() => problem() === 'You have been signed out. Your session was ended or has expired.');
});

test('an agent without a link or a token reads who makes a link', async () => {
	await desk().set(resumeSession, undefined);
	await press('Other ways to sign in');
	await until(() => hasText('Administrators make new links in the settings.'));
});

test('only a refusal says that a login link was used; an agent without a session sees no message', async () => {
	refuseAll(401);
	await desk().set(resumeSession, LINK);
	await until(() => problem() === 'This sign-in link has already been used or is no longer valid. Ask for a new one.');
	assert.equal(findNamed('button', 'Try again'), undefined);
	await desk().set(resumeSession, undefined);
	await until(() => problem() === undefined);
});

test('address and password are sent once they are whole, as password managers know them', async () => {
	assert.deepEqual(
		[...(submitButtons()[0]?.form?.querySelectorAll('input') ?? [])].map((input) => [input.type, input.autocomplete]),
		[
			['email', 'username'],
			['password', 'current-password'],
			['checkbox', ''],
		],
	);
	const asked = server.calls.length;
	await fill(field('email'), 'not an address');
	await fill(field('current-password'), 'quiet lamp over seven rivers');
	await press({ selector: 'main button[type=submit]' });
	assert.equal(server.calls.length, asked);
	await fill(field('email'), ' ada@example.com ');
	await press('Show password');
	await until(() => field('current-password').type === 'text');
	const sent = Promise.withResolvers<object>();
	server.answer(SIGN_IN, ({ body }) => {
		sent.resolve(body);
		throw 401;
	});
	await press({ selector: 'main button[type=submit]' });
	assert.deepEqual(await sent.promise, { email: 'ada@example.com', password: 'quiet lamp over seven rivers' });
	await until(() => problem() === 'The email address or the password is not correct.');
	assert.equal(field('current-password').type, 'password');
	assert.equal(field('current-password').value, 'quiet lamp over seven rivers');
	assert.equal(findNamed('button', 'Try again'), undefined);
});

test('somebody with too many wrong attempts is told to wait', async () => {
	refuseAll(429);
	await press({ selector: 'main button[type=submit]' });
	await until(() => problem() === 'Too many attempts. Wait a few minutes and try again.');
	assert.equal(findNamed('button', 'Try again'), undefined);
	server.answer(SIGN_IN, () => new Response('Retry later', { status: 429, headers: { 'Retry-After': '241' } }));
	await press({ selector: 'main button[type=submit]' });
	await until(() => problem() === 'Too many attempts. Try again in 5 minutes.');
});

test('a link is offered where the server mails one, for an address, and the answer is the same for every address', async () => {
	assert.equal(findNamed('button', 'Send me a sign-in link'), undefined);
	const meta = document.createElement('meta');
	meta.name = 'login-links';
	document.head.append(meta);
	await desk().set(resumeSession, undefined);
	const button = await until(() => findNamed('button', 'Send me a sign-in link'));
	const asked = server.calls.length;
	await fill(field('email'), '');
	await press(button);
	assert.equal(server.calls.length, asked);
	await fill(field('email'), 'ada@example.com');
	server.answer('POST /auth/login_link', ({ body }) => {
		assert.deepEqual(body, { email: 'ada@example.com', locale: 'en' });
		return { success: true };
	});
	await press(button);
	await until(() => hasText('If this address belongs to someone on the team, a link is on its way.'));
	server.answer('POST /auth/login_link', () => {
		throw 429;
	});
	await press(button);
	await until(() => hasText('Too many attempts. Wait a few minutes and try again.'));
	meta.remove();
});

test('an agent changes the password, reads why that was refused, and may end the tokens of scripts with it', async () => {
	server.answer('GET /api/v1/profile/access_tokens', () => ({
		payload: ['Signed in', 'Export', 'Backup'].map((name, id) => ({ id, name })),
	}));
	server.answer(SIGN_IN, () => PROFILE);
	await press({ selector: 'main button[type=submit]' });
	await chooseInAgentMenu('Password');
	const dialog = await until(() => document.querySelector('dialog'));
	const fieldOfDialog = (name: string) =>
		dialog.querySelector<HTMLInputElement>(`input[name=${name}]`) ?? assert.fail(name);
	assert.equal(fieldOfDialog('email').value, PROFILE.email);
	const submit = () => press({ selector: 'dialog [type=submit]' });
	await fill(fieldOfDialog('current-password'), 'the one before');
	await fill(fieldOfDialog('new-password'), 'nine copper spoons at dawn');
	const refusals = [
		[422, { error: 'Invalid current password' }, 'The current password is not correct.'],
		[422, { message: '', attributes: ['password'] }, 'The new password is easy to guess. Choose another one.'],
		[429, {}, 'Too many attempts. Wait a few minutes and try again.'],
		[500, {}, 'That did not work. Try again.'],
	] as const;
	for (const [status, body, said] of refusals) {
		server.answer('PATCH /api/v1/profile', () => Response.json(body, { status }));
		await submit();
		await until(() => dialog.querySelector('[role=alert]')?.textContent === said);
	}
	const tokens = await until(() =>
		findNamed('dialog label', 'Also delete my access tokens, which otherwise stay valid: Export and Backup'),
	);
	await press(tokens);
	let sent: unknown;
	server.answer('PATCH /api/v1/profile', ({ body }) => {
		sent = body;
		return PROFILE;
	});
	await submit();
	await until(() => hasText('Your password has been changed. You are signed out everywhere else.'));
	const passwords = { password: 'nine copper spoons at dawn', current_password: 'the one before' };
	assert.deepEqual(sent, { ...passwords, revoke_tokens: true });
	await press(inDialog('Close'));
	await until(() => !document.querySelector('dialog'));
	assert.equal(document.activeElement, document.querySelector('header button[aria-expanded]'));
	await chooseInAgentMenu('Sign out');
});

function refuseAll(status: number): void {
	for (const route of [SIGN_IN, PROFILE_ROUTE])
		server.answer(route, () => {
			throw status;
		});
}

function problem(): string | undefined {
	return document.querySelector('[role=alert]')?.textContent;
}

function tokenField(): HTMLInputElement {
	return findTokenField() ?? assert.fail('no field');
}

function submitButtons(): HTMLButtonElement[] {
	return [...document.querySelectorAll<HTMLButtonElement>('main button[type=submit]')];
}

function field(name: string): HTMLInputElement {
	return document.querySelector<HTMLInputElement>(`input[name=${name}]`) ?? assert.fail(name);
}

/** Everything that the desk has stored in the browser. */
function kept(): string {
	return Object.keys(localStorage)
		.filter((key) => key.startsWith('live-chat-widget:desk:'))
		.join();
}
