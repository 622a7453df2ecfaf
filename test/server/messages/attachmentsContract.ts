/**
 * Files and other attachments, from the sender to all readers' lists (docs/wire.md, Messages and
 * Attachments).
 */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Attachment, DirectUpload, FileAttachment } from '#protocol/entities/attachments.ts';
import type { Message } from '#protocol/entities/entities.ts';
import { beginConversation, call, createVisitor, type Answer, type Visitor } from '../api.ts';
import { connectSocketIo } from '../realtime/cableClients.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';
import { html, png } from '../files/filesSamples.ts';

const picture = (name = 'cat.png') => new File([png(4, 3)], name, { type: 'image/png' });

export function describeAttachments(database: string, prepare: Prepare): void {
	describe(`attachments on ${database}`, () => {
		let setup: ConversationServer;
		before(async () => (setup = await startConversationServer(prepare)));
		after(() => setup.stop());

		const formOf = (fields: Record<string, string>, files: File[], list = 'message[attachments][]') => {
			const form = new FormData();
			for (const [name, value] of Object.entries(fields)) form.append(name, value);
			for (const file of files) form.append(list, file);
			return form;
		};
		const postForm = async <T>(path: string, headers: Record<string, string>, form: FormData): Promise<Answer<T>> => {
			const response = await fetch(new URL(path, setup.server.origin), { method: 'POST', headers, body: form });
			return { status: response.status, headers: response.headers, body: (await response.json()) as T };
		};
		const send = (visitor: Visitor, files: File[], fields: Record<string, string> = {}) =>
			postForm<Message>(
				'/api/v1/widget/messages?website_token=demo',
				{ 'X-Auth-Token': visitor.authToken },
				formOf({ 'message[echo_id]': randomUUID(), ...fields }, files),
			);
		const sendAsAgent = (displayId: number, files: File[], fields: Record<string, string> = {}) =>
			postForm<Message>(
				`/api/v1/accounts/1/conversations/${displayId}/messages`,
				{ api_access_token: setup.agent.token },
				formOf(fields, files, 'attachments[]'),
			);
		const fetchFile = (attachment: Attachment | undefined) =>
			fetch(new URL(attachment?.data_url ?? '', setup.server.origin));
		/** Announces and puts; answers the signed id. */
		const upload = async (visitor: Visitor, bytes: Buffer<ArrayBuffer>, name: string, type: string) => {
			const checksum = createHash('md5').update(bytes).digest('base64');
			const blob = { filename: name, content_type: type, byte_size: bytes.length, checksum };
			const announced = await visitor.call<DirectUpload>('direct_uploads', { body: { blob } });
			assert.equal(announced.status, 200, JSON.stringify(announced.body));
			const { url, headers } = announced.body.direct_upload;
			const put = await fetch(new URL(url, setup.server.origin), { method: 'PUT', headers, body: bytes });
			assert.equal(put.status, 204);
			return announced.body.signed_id;
		};
		const count = async (table: string) =>
			Number((await setup.query(`select count(*) as count from ${table}`))[0]?.['count']);

		test("a picture is in the answer, in both lists and in the agent's event, and can be downloaded", async () => {
			const visitor = await createVisitor(setup.server.origin);
			const listener = await setup.listenAsAgent();
			const sent = await send(visitor, [picture()]);
			assert.equal(sent.status, 200);
			const [attachment] = sent.body.attachments ?? [];
			const { id, data_url, thumb_url, ...facts } = attachment as FileAttachment;
			assert.deepEqual(facts, {
				message_id: sent.body.id,
				account_id: 1,
				file_type: 'image',
				extension: null,
				file_size: png(4, 3).length,
				width: 4,
				height: 3,
			});
			assert.equal(thumb_url, data_url);
			assert.match(data_url, /^\/files\/[\w-]{82}\/cat\.png$/);
			assert.ok(id > 0);
			assert.deepEqual((await visitor.messages())[0]?.attachments, [attachment]);
			assert.deepEqual((await setup.agent.messages(sent.body.conversation_id))[0]?.attachments, [attachment]);
			const pushed = await listener.next('message.created', (message) => message.id === sent.body.id);
			assert.deepEqual(pushed.attachments, [attachment]);
			const file = await fetchFile(attachment);
			assert.equal(file.headers.get('content-security-policy'), "sandbox; default-src 'none'");
			assert.deepEqual(Buffer.from(await file.arrayBuffer()), png(4, 3));
			const listed = await setup.agent.conversation(sent.body.conversation_id);
			assert.deepEqual(listed.messages[0]?.attachments, [attachment]);
			listener.close();
		});

		test('text and several files are one message, also as the first of a new conversation', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const form = formOf({ 'message[content]': 'Two cats' }, [picture('a.png'), picture('b.png')]);
			const path = '/api/v1/widget/conversations?website_token=demo';
			const begun = await postForm<{ messages: Message[] }>(path, { 'X-Auth-Token': visitor.authToken }, form);
			assert.equal(begun.status, 200);
			const [message] = begun.body.messages;
			assert.equal(message?.content, 'Two cats');
			assert.deepEqual(
				message?.attachments?.map(({ data_url }) => data_url?.split('/').at(-1)),
				['a.png', 'b.png'],
			);
			const reply = await send(visitor, [], { 'message[content]': 'and', 'message[reply_to]': String(message?.id) });
			assert.equal(reply.body.content_attributes['in_reply_to'], message?.id);
		});

		test('a message without files has no attachments at all', async () => {
			const visitor = await createVisitor(setup.server.origin);
			assert.ok(!('attachments' in (await visitor.write('Hello'))));
			assert.ok(!('attachments' in ((await visitor.messages())[0] ?? {})));
		});

		test('a direct upload is announced, put and sent; repeated with the same echo id it is the same message', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const signedId = await upload(visitor, png(2, 2), 'direct.png', 'image/png');
			const message = { echo_id: randomUUID(), attachments: [signedId] };
			const answers = await Promise.all(
				Array.from({ length: 5 }, () => visitor.call<Message>('messages', { body: { message } })),
			);
			const later = await visitor.call<Message>('messages', { body: { message } });
			assert.deepEqual([...new Set([...answers, later].map(({ status }) => status))], [200]);
			assert.equal(new Set([...answers, later].map(({ body }) => body.id)).size, 1);
			assert.equal((await visitor.messages())[0]?.attachments?.length, 1);
		});

		test('a direct upload accepts exactly the types that the channel allows', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const archive = gzipSync('x');
			await setup.changeChannel({ widget: { allowed_file_types: ['application/gzip'] } });
			const signedId = await upload(visitor, archive, 'all.gz', 'application/gzip');
			const sent = await visitor.call('messages', { body: { message: { attachments: [signedId] } } });
			assert.equal(sent.status, 200, JSON.stringify(sent.body));

			// No type is claimed, so only the bytes decide.
			const picture = await upload(visitor, png(2, 2), 'picture', 'application/octet-stream');
			const refused = await visitor.call('messages', { body: { message: { attachments: [picture] } } });
			assert.deepEqual(
				[refused.status, refused.body],
				[422, { message: 'file type not supported', attributes: ['attachments.file'] }],
			);
			await setup.changeChannel({ widget: { allowed_file_types: null } });
		});

		test('a file that belongs to one message cannot be attached to another, which is not stored then', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const signedId = await upload(visitor, png(2, 2), 'once.png', 'image/png');
			const sendIt = () => visitor.call('messages', { body: { message: { attachments: [signedId] } } });
			const answers = await Promise.all([sendIt(), sendIt()]);
			assert.deepEqual(
				answers.map(({ status }) => status).toSorted((a, b) => a - b),
				[200, 422],
			);
			assert.deepEqual((await sendIt()).body, { message: 'file is not available', attributes: ['attachments.file'] });
			assert.equal((await visitor.messages()).length, 1);
		});

		test("a file that the channel does not allow is refused in the contract's words, and not stored", async () => {
			const visitor = await createVisitor(setup.server.origin);
			await beginConversation(visitor);
			const before = await count('blobs');
			const unsupported = { message: 'file type not supported', attributes: ['attachments.file'] };
			const program = await send(visitor, [new File([html], 'cat.png', { type: 'image/png' })]);
			assert.deepEqual([program.status, program.body], [422, unsupported]);

			await setup.changeChannel({ widget: { allowed_file_types: ['audio/*'], file_size_max: 100 } });
			assert.deepEqual((await send(visitor, [picture()])).body, unsupported);
			await setup.changeChannel({ widget: { allowed_file_types: null } });
			const text = new File(['x'.repeat(101)], 'a.txt', { type: 'text/plain' });
			const tooBig = { message: 'file size is too big', attributes: ['attachments.file'] };
			assert.deepEqual((await send(visitor, [text])).body, tooBig);
			const blob = { filename: 'a.txt', content_type: 'text/plain', byte_size: 101, checksum: 'x' };
			assert.deepEqual((await visitor.call('direct_uploads', { body: { blob } })).body, tooBig);
			await setup.changeChannel({ widget: { file_size_max: null } });

			await setup.changeChannel({ widget: { features: ['emoji_picker', 'end_conversation'] } });
			assert.deepEqual((await send(visitor, [picture()])).body, unsupported);
			await setup.changeChannel({ widget: { features: ['attachments', 'end_conversation'] } });
			assert.equal((await visitor.messages()).length, 1);
			assert.equal(await count('blobs'), before);
		});

		test('fifteen files are a message, sixteen are too many', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const files = (length: number) => Array.from({ length }, (_, index) => picture(`${index}.png`));
			const refused = await send(visitor, files(16));
			assert.deepEqual(refused.body, { message: 'Attachments exceeded maximum allowed', attributes: ['attachments'] });
			assert.equal((await send(visitor, files(15))).body.attachments?.length, 15);
			const ids = Array.from({ length: 16 }, () => 'x');
			const signed = await visitor.call('messages', { body: { message: { attachments: ids } } });
			assert.deepEqual(signed.body, { message: 'Attachments exceeded maximum allowed', attributes: ['attachments'] });
		});

		test("a stranger's files are stored nowhere", async () => {
			const before = await count('blobs');
			const form = () => formOf({}, [picture()]);
			const path = '/api/v1/widget/messages?website_token=demo';
			assert.equal((await postForm(path, { 'X-Auth-Token': 'forged' }, form())).status, 404);
			assert.equal((await postForm('/api/v1/accounts/1/conversations/1/messages', {}, form())).status, 401);
			assert.equal(await count('blobs'), before);
		});

		test('a form is refused by a route that takes none', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const headers = { 'X-Auth-Token': visitor.authToken };
			const path = '/api/v1/widget/conversations/toggle_typing?website_token=demo';
			assert.equal((await postForm(path, headers, formOf({ typing_status: 'on' }, []))).status, 415);
		});

		test('an agent sends files by a form, privately too', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			const fields = { content: 'Look', content_attributes: '{"in_reply_to":null}' };
			const sent = await sendAsAgent(displayId, [picture()], fields);
			assert.equal(sent.status, 200);
			assert.deepEqual((await visitor.messages()).at(-1)?.attachments, sent.body.attachments);
			const note = await sendAsAgent(displayId, [picture()], { content: 'For us', private: 'true' });
			assert.deepEqual([note.status, note.body.private], [200, true]);
			assert.equal((await visitor.messages()).length, 2);
			const refused = await sendAsAgent(displayId, [new File([html], 'cat.png', { type: 'image/png' })]);
			assert.equal(refused.status, 422);
			assert.equal((refused.body as unknown as { error: string }).error, 'Validation failed: file type not supported');
		});

		test('a place and an address reach the visitor', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			const attachments = [
				{ file_type: 'location', coordinates_lat: 52.5, coordinates_long: 13.25, fallback_title: 'Workshop' },
				{ file_type: 'fallback', fallback_title: 'Our catalogue', data_url: 'https://shop.example/catalogue' },
			];
			const path = `conversations/${displayId}/messages`;
			assert.equal((await setup.agent.call(path, { body: { attachments } })).status, 200);
			const [place, address] = (await visitor.messages()).at(-1)?.attachments ?? [];
			assert.deepEqual(
				[place, address].map((attachment) => ({ ...attachment, id: 0, message_id: 0 })),
				[
					{ ...attachments[0], id: 0, message_id: 0, account_id: 1, data_url: null },
					{ ...attachments[1], id: 0, message_id: 0, account_id: 1 },
				],
			);
			for (const wrong of [
				{ file_type: 'fallback', data_url: 'javascript:alert(1)' },
				{ file_type: 'location', coordinates_lat: 91, coordinates_long: 0 },
				{ file_type: 'odd' },
				'forged',
				7,
			]) {
				assert.equal((await setup.agent.call(path, { body: { attachments: [wrong] } })).status, 422);
			}
		});

		test('a message that an agent deletes keeps its place, and its content and files are gone for all readers', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const listener = await connectSocketIo(setup.server.origin, { pubsub_token: visitor.pubsubToken });
			const displayId = await beginConversation(visitor);
			const { body: sent } = await sendAsAgent(displayId, [picture()], { content: 'Oops' });
			const path = `conversations/${displayId}/messages/${sent.id}`;
			const deleted = await setup.agent.call<Message>(path, { method: 'DELETE' });
			assert.equal(deleted.status, 200);
			const updated = await listener.next('message.updated', (message) => message.id === sent.id);
			for (const message of [deleted.body, updated, (await visitor.messages()).at(-1)]) {
				assert.equal(message?.content, 'This message was deleted');
				assert.deepEqual(message.content_attributes['deleted'], true);
				assert.ok(!('attachments' in message));
			}
			assert.doesNotMatch(JSON.stringify(updated), /Oops/);
			assert.equal((await fetchFile(sent.attachments?.[0])).status, 404);
			await setup.changeChannel({ inbox: { locale: 'de' } });
			const { body: another } = await sendAsAgent(displayId, [picture()]);
			const german = await setup.agent.call<Message>(`conversations/${displayId}/messages/${another.id}`, {
				method: 'DELETE',
			});
			assert.equal(german.body.content, 'Diese Nachricht wurde gelöscht');
			await setup.changeChannel({ inbox: { locale: 'en' } });
			const foreign = await beginConversation(await createVisitor(setup.server.origin));
			const elsewhere = await setup.agent.call(`conversations/${foreign}/messages/${sent.id}`, { method: 'DELETE' });
			assert.equal(elsewhere.status, 404);
			listener.close();
		});

		test('a file can be read with its address, also from another conversation, but not with a guessed one', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const [attachment] = (await send(visitor, [picture()])).body.attachments ?? [];
			const address = attachment?.data_url ?? '';
			const guessed = address.replace(/.\/cat/, (end) => `${end[0] === 'A' ? 'B' : 'A'}/cat`);
			assert.equal((await call(setup.server.origin, address)).status, 200);
			assert.equal((await call(setup.server.origin, guessed)).status, 404);
		});
	});
}
