/**
 * The picture of an agent, from its upload to its removal (docs/application-api.md, Profile and
 * signing in).
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Message, Profile } from '#protocol/entities/entities.ts';
import { AVATAR_SIZE_MAX } from '#protocol/base/limits.ts';
import { createVisitor } from '../api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';
import { gif, png } from '../files/filesSamples.ts';

export function describeAgentPicture(database: string, prepare: Prepare): void {
	describe(`the picture of an agent on ${database}`, () => {
		let setup: ConversationServer;
		before(async () => {
			setup = await startConversationServer(prepare);
		});
		after(() => setup.stop());

		const ask = async (method: string, path: string, body?: FormData) => {
			const response = await fetch(`${setup.server.origin}/api/v1/profile${path}`, {
				method,
				headers: { api_access_token: setup.agent.token },
				...(body && { body }),
			});
			return { status: response.status, body: (await response.json()) as Profile & { message?: string } };
		};
		const upload = (bytes: Buffer<ArrayBuffer>, name: string, type: string) => {
			const form = new FormData();
			form.append('profile[avatar]', new File([bytes], name, { type }));
			return ask('PATCH', '', form);
		};
		const read = async (address: string) => {
			const response = await fetch(new URL(address, setup.server.origin));
			await response.arrayBuffer();
			return response;
		};

		test('an agent uploads a picture, which the team and visitors see, and replaces and removes it', async () => {
			const first = await upload(png(40, 30), 'me.png', 'image/png');
			assert.equal(first.status, 200, JSON.stringify(first.body));
			assert.match(first.body.avatar_url, /\/avatars\/[\da-f]{32}$/);
			const shown = await read(first.body.avatar_url);
			assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/png']);
			assert.equal(shown.headers.get('x-content-type-options'), 'nosniff');

			const visitor = await createVisitor(setup.server.origin);
			const { conversation_id } = await visitor.write('Hello');
			await setup.agent.write(conversation_id, 'Good morning');
			const answer = (await visitor.messages()).find(({ content }: Message) => content === 'Good morning');
			assert.equal(answer?.sender && 'avatar_url' in answer.sender && answer.sender.avatar_url, first.body.avatar_url);

			const second = await upload(gif(4, 4), 'me.gif', 'image/gif');
			assert.notEqual(second.body.avatar_url, first.body.avatar_url);
			assert.equal((await read(first.body.avatar_url)).status, 404);
			assert.equal((await read(second.body.avatar_url)).status, 200);
			const removed = await ask('DELETE', '/avatar');
			assert.deepEqual([removed.status, removed.body.avatar_url], [200, '']);
			assert.equal((await read(second.body.avatar_url)).status, 404);
			const kept = await setup.query('select count(*) as n from blobs where claimed_at is not null');
			assert.equal(Number(kept[0]?.['n']), 0);
		});

		test('what is no picture, whatever it says to be, or is too large, is refused and changes nothing', async () => {
			const before = await upload(png(8, 8), 'me.png', 'image/png');
			const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
			for (const [bytes, message] of [
				[script, 'file type not supported'],
				[Buffer.concat([png(8, 8), Buffer.alloc(AVATAR_SIZE_MAX)]), 'file size is too big'],
			] as const) {
				const refused = await upload(bytes, 'me.png', 'image/png');
				assert.deepEqual([refused.status, refused.body.message], [422, message]);
			}
			assert.equal((await ask('GET', '')).body.avatar_url, before.body.avatar_url);
			assert.equal((await read(before.body.avatar_url)).status, 200);
		});

		test('no other file is read by its key', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const form = new FormData();
			form.append('message[content]', 'Look');
			form.append('message[attachments][]', new File([png(2, 2)], 'cup.png', { type: 'image/png' }));
			await visitor.call('messages', { body: form });
			const [row] = await setup.query('select key from blobs order by id desc limit 1');
			assert.match(String(row?.['key']), /^[\da-f]{32}$/);
			for (const key of [String(row?.['key']), '%25', '..%2f..', 'a'.repeat(32)])
				assert.equal((await read(`/avatars/${key}`)).status, 404, key);
		});
	});
}
