import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { resumeSession } from '../../src/desk/session/session.ts';
import { startFakeServer } from './fakeServer.ts';
import { fill, findNamed, hasText, until } from './page.ts';
import { PROFILE } from './samples.ts';

const PROFILE_ROUTE = 'GET /api/v1/profile';
const SIGN_IN = 'POST /auth/sign_in';
/** Where an earlier visit has left the access token. */
const KEPT = 'live-chat-widget:desk:access-token';
const LINK = { email: PROFILE.email, sso_auth_token: 'once' };
const address = location.href;
const server = startFakeServer();

/** One page for all: an agent comes back while the server has too much to do. */
before(async () => {
	server.answer('GET /api/v1/accounts/1/conversations', () => ({
		data: { meta: { mine_count: 0, assigned_count: 0, unassigned_count: 0, all_count: 0 }, payload: [] },
	}));
	refuseAll(429);
	localStorage.setItem(KEPT, JSON.stringify(PROFILE.access_token));
	const root = document.createElement('div');
	root.id = 'app';
	document.body.append(root);
	await import('../../src/desk/main.tsx');
});

after(() => {
	server.stop();
	localStorage.removeItem(KEPT);
	// The runner wants its own address back.
	history.replaceState(null, '', address);
});

test('a server with too much to do refuses nobody: the access token of the earlier visit is kept', async () => {
	await until(() => problem() === 'That did not work. Try again.');
	assert.equal(kept(), PROFILE.access_token);
});

test('says whether the server answered, and keeps the focus on what tries again', async () => {
	const answer = Promise.withResolvers<never>();
	server.answer(PROFILE_ROUTE, () => answer.promise);
	const again = await until(() => findNamed('button', 'Try again'));
	again.focus();
	again.click();
	await until(() => hasText('Signing in…'));
	assert.equal(document.activeElement, again);
	answer.reject(new TypeError('Failed to fetch'));
	await until(() => problem() === 'The server cannot be reached. Check the connection and try again.');
	assert.equal(document.activeElement, again);
	assert.equal(kept(), PROFILE.access_token);
});

test('what was typed stays while it is checked and when that fails, and is sent once', async () => {
	const answer = Promise.withResolvers<never>();
	server.answer(PROFILE_ROUTE, () => answer.promise);
	const field = tokenField();
	fill(field, 'mistyped');
	const asked = server.calls.length;
	findNamed('button', 'Sign in')?.click();
	await until(() => hasText('Signing in…'));
	assert.equal(findNamed('button', 'Sign in')?.ariaDisabled, 'true');
	findNamed('button', 'Sign in')?.click();
	findNamed('button', 'Try again')?.click();
	assert.equal(server.calls.length, asked + 1);
	answer.reject(503);
	await until(() => problem() === 'That did not work. Try again.');
	assert.equal(tokenField(), field);
	assert.equal(field.value, 'mistyped');
});

test('a mistyped access token is refused without forgetting the one that is kept, and the focus is not lost', async () => {
	refuseAll(401);
	const again = await until(() => findNamed('button', 'Try again'));
	again.focus();
	again.click();
	await until(() => problem() === 'This access token is not valid.');
	assert.equal(findNamed('button', 'Try again'), undefined);
	assert.equal(document.activeElement, tokenField().form);
	assert.equal(kept(), PROFILE.access_token);
});

test('a login link that met a server with too much to do is used by the next try', async () => {
	refuseAll(429);
	await resumeSession(LINK);
	const again = await until(() => findNamed('button', 'Try again'));
	assert.equal(problem(), 'That did not work. Try again.');
	server.answer(SIGN_IN, ({ body }) => {
		assert.deepEqual(body, LINK);
		return { data: PROFILE };
	});
	again.click();
	await until(() => hasText('No conversations here.'));
	assert.equal(kept(), PROFILE.access_token);
	findNamed('button', 'Sign out')?.click();
	await until(() => document.querySelector('input[type=password]'));
});

test('whoever has neither link nor token reads which command makes a link', async () => {
	await resumeSession(undefined);
	await until(() => hasText('npm run admin -- login-link --email you@example.com'));
});

test('only a refusal says that a login link has been used, and that an access token is not valid', async () => {
	refuseAll(401);
	await resumeSession(LINK);
	await until(() => problem() === 'This sign-in link has already been used or is no longer valid. Ask for a new one.');
	assert.equal(findNamed('button', 'Try again'), undefined);
	localStorage.setItem(KEPT, JSON.stringify('withdrawn'));
	await resumeSession(undefined);
	await until(() => problem() === 'This access token is not valid.');
	assert.equal(kept(), undefined);
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
	return document.querySelector<HTMLInputElement>('input[type=password]') ?? assert.fail('no field');
}

function kept(): unknown {
	return JSON.parse(localStorage.getItem(KEPT) ?? 'null') ?? undefined;
}
