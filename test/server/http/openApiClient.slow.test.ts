/**
 * The OpenAPI document as others use it: it is valid, and a script whose types are generated from
 * it compiles, reads and writes, and knows the refusals' shapes.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import { ROOT } from '../../../src/build/root.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { call, createAgent, createVisitor } from '../api.ts';

// The generator needs the compiler's API, which TypeScript 7 does not have.
registerHooks({
	resolve: (name, context, next) => next(name === 'typescript' ? '@typescript/typescript6' : name, context),
});
const { astToString, default: generateTypes } = await import('openapi-typescript');

const run = promisify(execFile);

let server: TestServer;
let document: string;
/** Of the script. */
let folder: string;
before(async () => {
	folder = mkdtempSync(join(tmpdir(), 'live-chat-script-'));
	symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
	server = await startServer();
	document = JSON.stringify((await call(server.origin, '/api/docs.json')).body);
});
after(async () => {
	await server.stop();
	rmSync(folder, { recursive: true });
});

test('the OpenAPI document is valid', async () => {
	const { valid, errors } = await new Validator().validate(JSON.parse(document) as Record<string, unknown>);
	assert.deepEqual([valid, errors], [true, undefined]);
});

test('a script with types from the OpenAPI document compiles, and its calls are answered as the types say', async () => {
	writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
	// As `.ts`, since declarations would not be checked.
	writeFileSync(join(folder, 'api.ts'), astToString(await generateTypes(document)));
	writeFileSync(join(folder, 'script.ts'), SCRIPT);
	const options = '--noEmit --strict --skipLibCheck --allowImportingTsExtensions --module nodenext --lib es2023,dom';
	await run(join(ROOT, 'node_modules/.bin/tsc'), [...options.split(' '), 'script.ts'], { cwd: folder }).catch(
		(error: { stdout: string }) => assert.fail(error.stdout),
	);

	const agent = createAgent(server.origin, server.agentToken);
	const contacts = await Promise.all(
		Array.from({ length: 26 }, async (_, number) => {
			const body = { email: `${number}@shop.example`, inbox_id: 1 };
			return (await agent.call<{ payload: { contact: { id: number } } }>('contacts', { body })).body.payload.contact.id;
		}),
	);
	for (const contact_id of contacts) await agent.call('conversations', { body: { inbox_id: 1, contact_id } });
	const visitor = await createVisitor(server.origin);
	const { conversation_id } = await visitor.write('Hello');
	const { main } = (await import(pathToFileURL(join(folder, 'script.ts')).href)) as { main: Script };
	assert.deepEqual(await main(server.origin, server.agentToken, visitor.authToken), {
		pages: [25, 2, 0],
		contacts: { count: 26, pages: [15, 11] },
		answered: conversation_id,
		read: ['Hello', 'Good morning!'],
		before: ['Hello'],
		unknownToken: [401, 'Invalid Access Token'],
		noToken: [401, 'You need to sign in or sign up before continuing.'],
		unknownAccount: [404, 'Resource could not be found'],
		unknownConversation: [404, 'Resource could not be found'],
		tooLong: [422, 'Validation failed: Content is too long (maximum is 150000 characters)', ['content']],
		unknownStatus: [422, ['status']],
		noAddress: [422, ['url']],
	});
});

type Script = (baseUrl: string, token: string, visitorToken: string) => Promise<unknown>;

const SCRIPT = `import createClient from 'openapi-fetch';
import type { paths } from './api.ts';

const account = { account_id: 1 };
const CONVERSATIONS = '/api/v1/accounts/{account_id}/conversations';
const MESSAGES = '/api/v1/accounts/{account_id}/conversations/{id}/messages';
const TOGGLE_STATUS = '/api/v1/accounts/{account_id}/conversations/{id}/toggle_status';
const CONTACTS = '/api/v1/accounts/{account_id}/contacts';

export async function main(baseUrl: string, token: string, visitorToken: string) {
	const team = createClient<paths>({ baseUrl, headers: { api_access_token: token } });
	const visitor = createClient<paths>({ baseUrl, headers: { 'X-Auth-Token': visitorToken } });

	const listPage = async (page: number) =>
		(await team.GET(CONVERSATIONS, { params: { path: account, query: { status: 'open', page } } })).data?.data.payload ?? [];
	const pages = [await listPage(1), await listPage(2), await listPage(3)];
	const unread = pages[0]?.find(({ unread_count }) => unread_count === 1);
	if (!unread) throw new Error('Nothing is unread');

	const listContacts = async (page: number) =>
		(await team.GET(CONTACTS, { params: { path: account, query: { page, sort: 'email' } } })).data;
	const contacts = [await listContacts(1), await listContacts(2)];

	const path = { ...account, id: unread.id };
	const { data: written } = await team.POST(MESSAGES, { params: { path }, body: { content: 'Good morning!' } });
	const { data: read } = await visitor.GET('/api/v1/widget/messages', { params: { query: { website_token: 'demo' } } });
	const { data: older } = await team.GET(MESSAGES, {
		params: { path, query: { before: written?.id ?? 0, filter_internal_messages: 'yes' } },
	});

	const stranger = createClient<paths>({ baseUrl });
	const unknownToken = await stranger.GET('/api/v1/profile', { headers: { api_access_token: 'unknown' } });
	const noToken = await stranger.GET('/api/v1/profile');
	const unknownAccount = await team.GET(CONVERSATIONS, { params: { path: { account_id: 99 } } });
	const unknownConversation = await team.GET(MESSAGES, { params: { path: { ...account, id: 999 } } });
	const tooLong = await team.POST(MESSAGES, { params: { path }, body: { content: 'x'.repeat(150_001) } });
	// @ts-expect-error There is no such status.
	const unknownStatus = await team.POST(TOGGLE_STATUS, { params: { path }, body: { status: 'closed' } });
	// @ts-expect-error A web hook has an address.
	const noAddress = await team.POST('/api/v1/accounts/{account_id}/webhooks', { params: { path: account }, body: {} });

	return {
		pages: pages.map(({ length }) => length),
		contacts: { count: contacts[0]?.meta.count, pages: contacts.map((page) => page?.payload.length) },
		answered: written?.conversation_id,
		read: read?.payload.map(({ content }) => content),
		before: older?.payload.map(({ content }) => content),
		unknownToken: [unknownToken.response.status, textOf(unknownToken.error)],
		noToken: [noToken.response.status, textOf(noToken.error)],
		unknownAccount: [unknownAccount.response.status, textOf(unknownAccount.error)],
		unknownConversation: [unknownConversation.response.status, textOf(unknownConversation.error)],
		tooLong: [tooLong.response.status, textOf(tooLong.error), attributesOf(tooLong.error)],
		unknownStatus: [unknownStatus.response.status, attributesOf(unknownStatus.error)],
		noAddress: [noAddress.response.status, attributesOf(noAddress.error)],
	};
}

/** Every shape that a refusal of the team's routes has. */
type Refusal = { error: string } | { errors: string[] } | { message: string; attributes: string[] } | string | undefined;

function textOf(refusal: Refusal) {
	if (typeof refusal !== 'object') return refusal;
	return 'errors' in refusal ? refusal.errors[0] : 'error' in refusal ? refusal.error : refusal.message;
}

function attributesOf(refusal: Refusal) {
	return typeof refusal === 'object' && 'attributes' in refusal ? refusal.attributes : undefined;
}
`;
