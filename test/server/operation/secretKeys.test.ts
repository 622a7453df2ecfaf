/**
 * Replacing the key while visitors, agents and mails have what the former one has signed
 * (docs/operating.md, Replacing the key).
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DESK_HEADER } from '#protocol/application/deskSessionRoutes.ts';
import type { Message } from '#protocol/entities/entities.ts';
import { startHostedServer } from '../../support/hostedServer.ts';
import { AGENT_TOKEN, SECRET_KEY, type TestServer } from '../../support/server.ts';
import { beginConversation, call, createVisitor } from '../api.ts';
import { png } from '../files/filesSamples.ts';

const NEXT = 'the-next-key-the-next-key-the-next-key';

test('what a former key has signed stays valid, what is signed anew needs it no more, and without it all is over', async (t) => {
	const dataDir = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
	let server: TestServer | undefined;
	t.after(async () => {
		await server?.stop();
		rmSync(dataDir, { recursive: true });
	});
	const restart = async (settings: Record<string, string>) => {
		await server?.stop();
		server = await startHostedServer({ dataDir, settings });
		return server.origin;
	};
	const ofDesk = (origin: string) => ({ [DESK_HEADER]: '1', 'sec-fetch-site': 'same-origin', origin });
	const profileStatus = async (origin: string, cookie: string) =>
		(await call(origin, '/api/v1/profile', { headers: { ...ofDesk(origin), cookie } })).status;

	let origin = await restart({});
	const visitor = await createVisitor(origin);
	await beginConversation(visitor);
	const form = new FormData();
	form.append('message[attachments][]', new File([png(2, 2)], 'cup.png', { type: 'image/png' }));
	const sent = await fetch(`${origin}/api/v1/widget/messages?website_token=demo`, {
		method: 'POST',
		headers: { 'X-Auth-Token': visitor.authToken },
		body: form,
	});
	const [attachment] = ((await sent.json()) as Message).attachments ?? [];
	const file = new URL(attachment && 'data_url' in attachment ? (attachment.data_url ?? '') : '', origin).pathname;
	const entered = await call(origin, '/auth/desk_session', {
		body: { access_token: AGENT_TOKEN },
		headers: ofDesk(origin),
	});
	const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';

	origin = await restart({ SECRET_KEY: NEXT, SECRET_KEY_PREVIOUS: SECRET_KEY });
	const again = await createVisitor(origin, visitor.authToken);
	assert.equal((await again.messages('after=0')).length, 2);
	assert.equal((await call(origin, file)).status, 200);
	assert.equal(await profileStatus(origin, cookie), 200);
	const anew = await call(origin, '/auth/desk_session', {
		body: { access_token: AGENT_TOKEN },
		headers: { ...ofDesk(origin), cookie },
	});
	const [set = '', removed = '', ...others] = anew.headers.getSetCookie();
	assert.equal(await profileStatus(origin, set.split(';')[0] ?? ''), 200);
	assert.ok(removed.startsWith(`${cookie.split('=')[0]}=; Max-Age=0`), removed);
	assert.match(others.join('\n'), /^desk-device-.* Path=\/auth; HttpOnly; SameSite=Lax$/);

	origin = await restart({ SECRET_KEY: NEXT });
	assert.equal((await (await createVisitor(origin, again.authToken)).messages('after=0')).length, 2);
	assert.notEqual((await createVisitor(origin, visitor.authToken)).contactId, visitor.contactId);
	assert.equal((await call(origin, file)).status, 404);
	assert.equal(await profileStatus(origin, cookie), 401);
});
