/** Transcripts of conversations of any length. */
import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { describe, test, type TestContext } from 'node:test';
import { createFiles } from '../../../src/server/files/files.ts';
import { createFolderStorage } from '../../../src/server/files/folderStorage.ts';
import { transcriptOf } from '../../../src/server/http/conversations/transcriptOf.ts';
import { openStore } from '../../../src/server/store/store.ts';
import { SECRET_KEY } from '../../support/server.ts';
import { beginConversation, createVisitor } from '../api.ts';
import { startConversationServer, type Prepare } from '../conversationServer.ts';

export function describeTranscripts(database: string, prepare: Prepare): void {
	describe(`transcripts on ${database}`, () => {
		/**
		 * A conversation that begins with "Hello" and goes on with these texts; answers what makes
		 * its transcript.
		 */
		async function writeAll(t: TestContext, texts: readonly string[]) {
			const setup = await startConversationServer(prepare);
			const displayId = await beginConversation(await createVisitor(setup.server.origin));
			const { dataDir } = setup.server;
			const store = await openStore({ dataDir, databaseUrl: setup.databaseUrl });
			t.after(async () => {
				await store.close();
				await setup.stop();
			});
			const conversation = (await store.conversations.findByDisplayId(1, displayId)) ?? assert.fail();
			const channel = await store.channels.find(conversation.inbox_id);
			await store.transaction(async ({ messages }) => {
				for (const content of texts) {
					await messages.insert({
						conversation,
						messageType: 0,
						content,
						contentType: 'text',
						contentAttributes: {},
						isPrivate: false,
						echoId: null,
						sender: { type: 'Contact', id: conversation.contact_id },
						sessionId: conversation.contact_inbox_id,
						createdAt: Date.now(),
					});
				}
			});
			const files = createFiles({
				blobs: store.blobs,
				storage: createFolderStorage(dataDir),
				dataDir,
				secretKeys: [SECRET_KEY],
				baseUrl: '',
				diskFloor: 0,
				linkDays: 365,
			});
			return () => transcriptOf(store, files, channel, conversation, 'en');
		}

		const linesOf = (text: string) =>
			text
				.split('\n')
				.filter((line) => line.startsWith('    '))
				.map((line) => line.trim());

		test('a transcript of many pages is whole and in order', async (t) => {
			const texts = Array.from({ length: 1_050 }, (_, index) => `Text ${index}`);
			const { text, html } = await (await writeAll(t, texts))();
			assert.deepEqual(linesOf(text), ['Hello', ...texts]);
			assert.deepEqual(html.match(/Text \d+|Hello/g), ['Hello', ...texts]);
		});

		test('a transcript is written while the server is free for everything else', async (t) => {
			const texts = Array.from({ length: 400 }, () => '**bold** and _slanted_ '.repeat(100));
			const transcribe = await writeAll(t, texts);
			const before = performance.eventLoopUtilization();
			const { html } = await transcribe();
			const { utilization } = performance.eventLoopUtilization(before);
			assert.equal(html.match(/<(b|strong)\b[^>]*>bold/g)?.length, 40_000);
			assert.ok(utilization < 0.5, `the event loop was busy for ${Math.round(utilization * 100)} % of the time`);
		});

		test('transcripts that are written at the same time do not mix', async (t) => {
			const ways = await Promise.all([writeAll(t, ['One', 'Two']), writeAll(t, ['Three', 'Four'])]);
			const mails = await Promise.all(ways.map((transcribe) => transcribe()));
			assert.deepEqual(
				mails.map(({ text }) => linesOf(text)),
				[
					['Hello', 'One', 'Two'],
					['Hello', 'Three', 'Four'],
				],
			);
		});

		test('a transcript that no mail server would take has the newest messages, and a sign that there are more', async (t) => {
			const texts = Array.from({ length: 40 }, (_, index) => `${index}:${'x'.repeat(100_000)}`);
			const { text, html } = await (await writeAll(t, texts))();
			const lines = linesOf(text);
			assert.ok(lines.length > 10 && lines.length < 30, `${lines.length} messages`);
			assert.deepEqual(lines, texts.slice(-lines.length));
			assert.ok(text.length + html.length < 5_100_000);
			assert.match(text, /^\[#\d+\] Conversation Transcript\n\n…\n\n/);
			assert.match(html, /<p>…<\/p>/);
		});
	});
}
