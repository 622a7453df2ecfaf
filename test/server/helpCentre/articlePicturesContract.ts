/** Pictures of articles, from their upload to their end (docs/application-api.md, Help centre). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ARTICLE_PICTURE_SIZE_MAX } from '#protocol/base/limits.ts';
import { addToken } from '../../support/channel.ts';
import { createVisitor } from '../api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';
import { gif, png } from '../files/filesSamples.ts';

export function describeArticlePictures(database: string, prepare: Prepare): void {
	describe(`pictures of articles on ${database}`, () => {
		let setup: ConversationServer;
		let author = 0;
		before(async () => {
			setup = await startConversationServer(prepare);
			author = (await setup.agent.profile()).id;
		});
		after(() => setup.stop());

		const upload = async (bytes: Buffer<ArrayBuffer>, name = 'cup.png', token = setup.agent.token) => {
			const form = new FormData();
			form.append('attachment', new File([bytes], name, { type: 'image/png' }));
			const address = `${setup.server.origin}/api/v1/accounts/1/upload`;
			const response = await fetch(address, { method: 'POST', headers: { api_access_token: token }, body: form });
			return {
				status: response.status,
				body: (await response.json()) as { file_url: string; message?: string; error?: string },
			};
		};
		const add = async (bytes = png(40, 30)) => {
			const { status, body } = await upload(bytes);
			assert.equal(status, 200, JSON.stringify(body));
			return body.file_url;
		};
		const read = async (address: string, headers: Record<string, string> = {}) => {
			const response = await fetch(new URL(address, setup.server.origin), { headers });
			return { status: response.status, headers: response.headers, text: await response.text() };
		};
		const write = async (content: string) => {
			const answer = await setup.agent.call<{ payload: { id: number; slug: string } }>('portals/help/articles', {
				body: { title: 'Cups', content, author_id: author, status: 'published' },
			});
			assert.equal(answer.status, 200, JSON.stringify(answer.body));
			return answer.body.payload;
		};
		const change = (id: number, content: string) =>
			setup.agent.call(`portals/help/articles/${id}`, { method: 'PATCH', body: { content } });
		const isKept = async (address: string) => {
			const [row] = await setup.query(`select claimed_at from blobs where key = '${address.split('/').at(-1)}'`);
			return row !== undefined && row['claimed_at'] !== null;
		};

		test('an administrator uploads a picture, and everyone sees it in the article, kept by every cache', async () => {
			const address = await add();
			assert.match(address, /^\/article-pictures\/[\da-f]{32}$/);
			// The author sees it before the article is saved.
			assert.equal((await read(address)).status, 200);
			assert.equal(await isKept(address), false);
			const { slug } = await write(`Our cup:\n\n![A blue cup](${address})\n\nIt is blue.`);
			assert.equal(await isKept(address), true);
			for (const layout of ['', '?show_plain_layout=true']) {
				const page = await read(`/hc/help/articles/${slug}${layout}`);
				assert.equal(page.status, 200);
				assert.ok(page.text.includes(`<img src="${address}" alt="A blue cup"`), page.text);
				assert.match(page.headers.get('content-security-policy') ?? '', /img-src 'self'/);
			}
			const picture = await read(address);
			const header = (name: string) => picture.headers.get(name);
			assert.deepEqual(
				[header('content-type'), header('cache-control'), header('x-content-type-options')],
				['image/png', 'public, max-age=31536000, immutable', 'nosniff'],
			);
			assert.match(header('content-security-policy') ?? '', /^sandbox/);
			assert.equal((await read(address, { 'if-none-match': header('etag') ?? '' })).status, 304);
		});

		test('it stays while any article has it, and goes with the last one', async () => {
			const [first, second] = [await add(), await add(gif(4, 4))];
			const one = await write(`![](${first})\n\n![](${second})`);
			const other = await write(`![](https://help.example${first})`);
			await change(one.id, `![](${second})`);
			assert.deepEqual([await isKept(first), await isKept(second)], [true, true]);
			await change(other.id, 'None');
			assert.deepEqual([await isKept(first), await isKept(second)], [false, true]);
			await change(other.id, `![](${first})`);
			assert.equal(await isKept(first), true);
			await setup.agent.call(`portals/help/articles/${one.id}`, { method: 'DELETE' });
			assert.deepEqual([await isKept(first), await isKept(second)], [true, false]);
		});

		test('what is no picture, whatever it says to be, or is too large, is refused with its reason', async () => {
			const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
			for (const [bytes, name, message] of [
				[script, 'cup.png', 'file type not supported'],
				[Buffer.from('%PDF-1.7 cup'), 'cup.pdf', 'file type not supported'],
				[Buffer.concat([png(8, 8), Buffer.alloc(ARTICLE_PICTURE_SIZE_MAX)]), 'cup.png', 'file size is too big'],
			] as const) {
				const refused = await upload(bytes, name);
				assert.deepEqual([refused.status, refused.body.message], [422, message]);
			}
			const empty = await setup.agent.call<{ message: string }>('upload', { body: {} });
			assert.equal(empty.status, 422);
		});

		test('only who may write articles uploads, and no other file is read or kept by its key', async () => {
			const noor = await addToken(setup.where, 'noor@example.com');
			assert.equal((await upload(png(8, 8), 'cup.png', noor)).status, 401);
			const visitor = await createVisitor(setup.server.origin);
			const form = new FormData();
			form.append('message[content]', 'Look');
			form.append('message[attachments][]', new File([png(2, 2)], 'cup.png', { type: 'image/png' }));
			const sent = await fetch(`${setup.server.origin}/api/v1/widget/messages?website_token=demo`, {
				method: 'POST',
				headers: { 'X-Auth-Token': visitor.authToken },
				body: form,
			});
			assert.equal(sent.status, 200);
			const [row] = await setup.query('select key from blobs order by id desc limit 1');
			const key = String(row?.['key']);
			const article = await write(`![](/article-pictures/${key})`);
			await change(article.id, 'None');
			assert.equal(await isKept(key), true, 'the message still has it');
			for (const other of [key, '%25', '..%2f..', 'a'.repeat(32)])
				assert.equal((await read(`/article-pictures/${other}`)).status, 404, other);
		});
	});
}
