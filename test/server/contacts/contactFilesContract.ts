/** Contacts as files (docs/application-api.md, Contacts). */
import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { ImportPreview, TeamContact } from '#protocol/application/contactRoutes.ts';
import type { Message } from '#protocol/entities/entities.ts';
import { until } from '../../support/until.ts';
import { beginConversation, createVisitor, type Visitor } from '../api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';
import { png } from '../files/filesSamples.ts';

interface Report {
	created: number;
	updated: number;
	lines: number;
	refused: { line: number; reason: string; column?: string }[];
}

export function describeContactFiles(database: string, prepare: Prepare): void {
	describe(`contacts as files on ${database}`, () => {
		let setup: ConversationServer;
		before(async () => {
			setup = await startConversationServer(prepare);
		});
		after(() => setup.stop());

		const request = (path: string, init?: RequestInit) =>
			fetch(new URL(`/api/v1/accounts/1/contacts/${path}`, setup.server.origin), {
				...init,
				headers: { api_access_token: setup.server.agentToken },
			});
		const send = async (csv: string | Uint8Array<ArrayBuffer>, columns?: readonly string[], path = 'import') => {
			const form = new FormData();
			if (columns) form.append('columns', JSON.stringify(columns));
			form.append('import_file', new File([csv], 'contacts.csv', { type: 'text/csv' }));
			const response = await request(path, { method: 'POST', body: form });
			return { status: response.status, body: (await response.json()) as Report };
		};
		const read = async () => {
			const response = await request('export', { method: 'POST' });
			assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8');
			return parse<Record<string, string>>(await response.text(), { columns: true });
		};
		const find = async (email: string) => (await read()).find((row) => row['email'] === email);

		test('a file adds contacts and changes known ones; wrong lines are refused by number and reason', async () => {
			await setup.agent.call('contacts', { body: { name: 'Taken', identifier: 'taken', email: 'taken@x.example' } });
			const first = await send(
				[
					'\ufeffname,email,phone_number,identifier,company_name,labels,plan',
					'"Lovelace, Ada",Ada@X.example,+4915112345678,ada-1,Engines,"vip press",pro',
					'Nobody,,,,,,',
					'Wrong,no address,,,,,',
					'Other,other@x.example,,taken,,,',
					'Label,label@x.example,,,,two!,',
					'',
					"Formula,formula@x.example,,,,,'=1+1",
				].join('\r\n'),
			);
			assert.deepEqual(first, {
				status: 200,
				body: {
					lines: 6,
					created: 2,
					updated: 1,
					refused: [
						{ line: 3, reason: 'needs an email, a phone_number or an identifier' },
						{ line: 4, reason: 'Email is invalid', column: 'email' },
						{ line: 6, reason: 'labels may have letters, digits, - and _', column: 'labels' },
					],
				},
			});
			const again = await send('identifier,email,name,custom\nada-1,,,value\n');
			assert.deepEqual(again.body, { lines: 1, created: 0, updated: 1, refused: [] });
			const id = (await find('ada@x.example'))?.['id'] ?? assert.fail();
			const { body } = await setup.agent.call<{ payload: TeamContact }>(`contacts/${id}`);
			const { name, phone_number, additional_attributes, custom_attributes } = body.payload;
			assert.deepEqual(
				[name, phone_number, additional_attributes, custom_attributes],
				['Lovelace, Ada', '+4915112345678', { company_name: 'Engines' }, { plan: 'pro', custom: 'value' }],
			);
			assert.equal((await find('other@x.example'))?.['identifier'], 'taken');
		});

		test('what is exported is imported again as it was, and no cell is a formula', async () => {
			const definition = {
				attribute_key: 'note',
				attribute_display_name: 'Note',
				attribute_model: 'contact_attribute',
			};
			await setup.agent.call('custom_attribute_definitions', { body: definition });
			await setup.agent.call('contacts', {
				body: {
					name: '=cmd()',
					email: 'cmd@x.example',
					phone_number: '+4915100000000',
					custom_attributes: { note: '@sum' },
				},
			});
			const before = await read();
			const row = before.find(({ email }) => email === 'cmd@x.example');
			assert.deepEqual([row?.['name'], row?.['note'], row?.['phone_number']], ["'=cmd()", "'@sum", '+4915100000000']);
			const csv = await (await request('export', { method: 'POST' })).text();
			const { body } = await send(csv);
			assert.deepEqual(body, { lines: before.length, created: 0, updated: before.length, refused: [] });
			assert.deepEqual(await read(), before);
		});

		test('an attribute may have any name, also one that every object answers to', async () => {
			const define = (attribute_key: string) =>
				setup.agent.call('custom_attribute_definitions', {
					body: { attribute_key, attribute_display_name: 'Any', attribute_model: 'contact_attribute' },
				});
			for (const name of ['toString', 'valueOf']) assert.equal((await define(name)).status, 200);
			// Requests cannot name it, so it could never have a value.
			assert.equal((await define('constructor')).status, 422);
			const facts = { email: 'builder@x.example', custom_attributes: { toString: 'Kiln AG' } };
			await setup.agent.call('contacts', { body: facts });
			const row = (await find('builder@x.example')) ?? assert.fail();
			assert.deepEqual([row['toString'], row['valueOf']], ['Kiln AG', '']);
			const csv = await (await request('export', { method: 'POST' })).text();
			assert.deepEqual((await send(csv)).body.refused, []);
			assert.deepEqual(await find('builder@x.example'), row);
		});

		test('a formula is none after what may end a cell either, and numbers stay numbers', async () => {
			const custom = { '=head': 'Yes\n- no;\t@1', count: 5, isMember: true, company_name: 'Not a company' };
			for (const attribute_key of Object.keys(custom))
				await setup.agent.call('custom_attribute_definitions', {
					body: { attribute_key, attribute_display_name: 'Any', attribute_model: 'contact_attribute' },
				});
			const facts = { name: "'=1", email: 'custom@x.example', custom_attributes: custom };
			const { body } = await setup.agent.call<{ payload: { contact: TeamContact } }>('contacts', { body: facts });
			const csv = await (await request('export', { method: 'POST' })).text();
			const row = (await find('custom@x.example')) ?? assert.fail();
			assert.deepEqual(
				[row['name'], row["'=head"], row['count'], row['company_name']],
				["''=1", "Yes\n'- no;'\t'@1", '5', ''],
			);
			assert.deepEqual((await send(csv)).body.refused, []);
			const { id } = body.payload.contact;
			const { payload } = (await setup.agent.call<{ payload: TeamContact }>(`contacts/${id}`)).body;
			assert.deepEqual([payload.name, payload.custom_attributes], [facts.name, custom]);
		});

		test('a line makes no user another: who is known by another identifier, or was proven, stays as they are', async () => {
			for (const identifier of ['user-1', undefined])
				await setup.agent.call('contacts', { body: { identifier, email: `${identifier}@known.example` } });
			const proven = await createVisitor(setup.server.origin);
			const [widget] = await setup.query("select hmac_token from web_widgets where website_token = 'demo'");
			const identifier_hash = createHmac('sha256', String(widget?.['hmac_token'])).update('proven').digest('hex');
			const user = { identifier: 'proven', identifier_hash, email: 'proven@known.example' };
			assert.equal((await proven.call('contact/set_user', { method: 'PATCH', body: user })).status, 200);
			await setup.agent.call(`contacts/${proven.contactId}`, { method: 'PATCH', body: { identifier: '' } });
			const { body } = await send(
				[
					'identifier,email,name',
					'user-2,user-1@known.example,Other',
					'user-2,proven@known.example,Other',
					',proven@known.example,Named',
					'user-3,undefined@known.example,Third',
				].join('\n'),
			);
			assert.deepEqual([body.created, body.updated, body.refused.map(({ line }) => line)], [0, 2, [2, 3]]);
			for (const [email, name, identifier] of [
				['user-1@known.example', 'user-1', 'user-1'],
				['proven@known.example', 'Named', ''],
				['undefined@known.example', 'Third', 'user-3'],
			] as const) {
				const row = await find(email);
				assert.deepEqual([row?.['name'], row?.['identifier']], [name, identifier]);
			}
		});

		test('what cannot be stored of a text is left out, and a contact has a hundred labels at most', async () => {
			const labels = Array.from({ length: 101 }, (_, index) => `label-${index}`).join(' ');
			// Only the beginning of a file says whether it is a text.
			const { body } = await send(
				`email,name,labels\nmany@x.example,Many,${labels}\n${'\n'.repeat(70_000)}nul@x.example,N\0ul,`,
			);
			assert.deepEqual(body, {
				lines: 2,
				created: 1,
				updated: 0,
				refused: [{ line: 2, reason: 'labels are too many (maximum is 100)', column: 'labels' }],
			});
			assert.equal((await find('nul@x.example'))?.['name'], 'Nul');
		});

		test('a file begins with the mark by which spreadsheets know its encoding', async () => {
			const bytes = new Uint8Array(await (await request('export', { method: 'POST' })).arrayBuffer());
			assert.equal(Buffer.from(bytes.slice(0, 5)).toString('hex'), `efbbbf${Buffer.from('id').toString('hex')}`);
		});

		const phoneOf = (host: string) => `+4915${Buffer.from(host).reduce((sum, code) => sum + code)}0000`;
		const rowsOf = (host: string, sign: string) =>
			['Name|E-Mail|Phone Number|Plan', `Jürgen – „Größe“|j@${host}|${phoneOf(host)}|Pro; "a, b"`, `Zoë|z@${host}||`]
				.map((line) =>
					line
						.split('|')
						.map((cell) => (/[";,]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
						.join(sign),
				)
				.join('\r\n');
		const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
		/** What of these texts Windows' code page writes otherwise than Latin-1. */
		const windows = (text: string) =>
			Buffer.from(text.replace('–', '\x96').replace('„', '\x84').replace('“', '\x93'), 'latin1');
		for (const [host, what, encode, sign] of [
			['one.example', 'UTF-8 with semicolons', (text: string) => Buffer.from(text), ';'],
			['two.example', 'UTF-8 with a mark and tabs', (text: string) => Buffer.from(`\uFEFF${text}`), '\t'],
			['three.example', 'UTF-16 with tabs', utf16, '\t'],
			['four.example', 'UTF-16 of the other order', (text: string) => utf16(text).swap16(), ','],
			['five.example', 'Windows-1252 with semicolons', windows, ';'],
		] as const)
			test(`a spreadsheet's file is understood: ${what}, with headings as people write them`, async () => {
				const { status, body } = await send(new Uint8Array(encode(rowsOf(host, sign))));
				assert.deepEqual([status, body], [200, { lines: 2, created: 2, updated: 0, refused: [] }]);
				const { body: found } = await setup.agent.call<{ payload: TeamContact[] }>(`contacts/search?q=j@${host}`);
				const [contact] = found.payload;
				assert.deepEqual(
					[contact?.name, contact?.phone_number, contact?.custom_attributes],
					['Jürgen – „Größe“', phoneOf(host), { Plan: 'Pro; "a, b"' }],
				);
			});

		test('what conditions, a label or words choose is exported alone, also anonymous visitors', async () => {
			const visitor = await createVisitor(setup.server.origin);
			await setup.agent.call(`contacts/${visitor.contactId}`, { method: 'PATCH', body: { name: 'Chosen one' } });
			const { body } = await setup.agent.call<{ payload: { contact: TeamContact } }>('contacts', {
				body: { name: 'Chosen two', email: 'two@chosen.example' },
			});
			const { id } = body.payload.contact;
			await setup.agent.call(`contacts/${id}/labels`, { body: { labels: ['chosen'] } });
			const chosen = async (facts: object) => {
				const response = await fetch(new URL('/api/v1/accounts/1/contacts/export', setup.server.origin), {
					method: 'POST',
					headers: { api_access_token: setup.server.agentToken, 'Content-Type': 'application/json' },
					body: JSON.stringify(facts),
				});
				assert.equal(response.status, 200);
				return parse<Record<string, string>>(await response.text(), { columns: true }).map((row) => Number(row['id']));
			};
			const payload = [{ attribute_key: 'name', filter_operator: 'contains', values: ['chosen'] }];
			assert.deepEqual(await chosen({ payload }), [visitor.contactId, id]);
			assert.deepEqual(await chosen({ payload, label: 'chosen' }), [id]);
			assert.deepEqual(await chosen({ label: 'Chosen' }), [id]);
			assert.deepEqual(await chosen({ q: 'chosen' }), [id]);
		});

		test('a file that is no CSV, is empty, or has too many contacts is refused as a whole', async () => {
			for (const csv of ['name,email\n"open', 'name,email\n', `email\n${'a@x.example\n'.repeat(100_001)}`])
				assert.equal((await send(csv)).status, 422);
			assert.equal(await find('a@x.example'), undefined);
		});

		test('columns are chosen in place of the headings, and a preview says what becomes of the first lines', async () => {
			await setup.agent.call('contacts', { body: { name: 'Old', email: 'old@preview.example', identifier: 'p-1' } });
			const csv = [
				'Kunde,E-Post,Ort,Land,Kennung,Plan,Nichts',
				'New,new@preview.example,Bergen,no,,pro,x',
				'Changed,OLD@preview.example,,Norway,,,',
				'Taken,old@preview.example,,,p-2,,',
				'Nobody,,,,,,',
				...Array.from({ length: 8 }, (_, index) => `Further,further${index}@preview.example,,,,,`),
			].join('\n');
			const columns = ['name', 'email', 'city', 'country', 'identifier', 'plan', ''];
			const preview = async (chosen?: readonly string[]) => {
				const { status, body } = await send(csv, chosen, 'import/preview');
				assert.equal(status, 200);
				return body as unknown as ImportPreview;
			};
			const told = await preview();
			assert.deepEqual(told.headings, ['Kunde', 'E-Post', 'Ort', 'Land', 'Kennung', 'Plan', 'Nichts']);
			assert.deepEqual(told.columns, told.headings);
			assert.deepEqual(told.lines[0], { line: 2, reason: 'needs an email, a phone_number or an identifier' });
			const { columns: read, lines } = await preview(columns);
			assert.deepEqual(read, columns);
			assert.equal(lines.length, 10);
			const facts = { phone_number: null, labels: [] };
			assert.deepEqual(lines.slice(0, 4), [
				{
					...facts,
					line: 2,
					outcome: 'created',
					name: 'New',
					email: 'new@preview.example',
					identifier: null,
					additional_attributes: { city: 'Bergen', country_code: 'NO' },
					custom_attributes: { plan: 'pro' },
				},
				{
					...facts,
					line: 3,
					outcome: 'updated',
					name: 'Changed',
					email: 'old@preview.example',
					identifier: 'p-1',
					additional_attributes: { country: 'Norway' },
					custom_attributes: {},
				},
				{ line: 4, reason: 'Email has already been taken', column: 'email' },
				{ line: 5, reason: 'needs an email, a phone_number or an identifier' },
			]);
			assert.equal(await find('new@preview.example'), undefined, 'nothing is stored');
			assert.equal((await find('old@preview.example'))?.['name'], 'Old');
			const { body } = await send(csv, columns);
			assert.deepEqual([body.lines, body.created, body.updated, body.refused.length], [12, 9, 1, 2]);
			const stored = await find('new@preview.example');
			assert.deepEqual([stored?.['city'], stored?.['country']], ['Bergen', 'NO']);
			assert.equal((await send('name,email\n', undefined, 'import/preview')).status, 422);
			assert.equal((await send(csv, ['x'.repeat(256)])).status, 422);
		});

		test('others are answered while thousands of contacts are imported', async () => {
			const lines = Array.from({ length: 3_000 }, (_, index) => `Crowd ${index},crowd${index}@crowd.example`);
			let hasEnded = false;
			const importing = send(`name,email\n${lines.join('\n')}`).finally(() => (hasEnded = true));
			await until('the first contacts', async () => (await find('crowd0@crowd.example')) !== undefined);
			const { status } = await setup.agent.call('contacts', { body: { email: 'between@crowd.example' } });
			assert.deepEqual([status, hasEnded], [200, false]);
			assert.equal((await importing).body.created, 3_000);
		});

		test('a thousand contacts are imported, also where that takes long', async () => {
			const lines = Array.from({ length: 1_000 }, (_, index) => `Person ${index},person${index}@many.example`);
			const { body } = await send(`name,email\n${lines.join('\n')}`);
			assert.deepEqual(body, { lines: 1_000, created: 1_000, updated: 0, refused: [] });
			assert.equal((await read()).filter(({ email }) => email?.endsWith('@many.example')).length, 1_000);
		});

		/** Resolves with the path at which the server stores it. */
		const sendFile = async ({ authToken }: Visitor, bytes: Buffer<ArrayBuffer>) => {
			const form = new FormData();
			form.append('message[attachments][]', new File([bytes], 'cup.png', { type: 'image/png' }));
			const address = new URL('/api/v1/widget/messages?website_token=demo', setup.server.origin);
			const sent = await fetch(address, { method: 'POST', headers: { 'X-Auth-Token': authToken }, body: form });
			assert.equal(sent.status, 200);
			const [row] = await setup.query('select key from blobs order by id desc limit 1');
			return join(setup.server.dataDir, 'files', String(row?.['key']));
		};

		test('the archive has everything of one contact, and nothing of others', async (t) => {
			const other = await createVisitor(setup.server.origin);
			await other.write('A secret of somebody else');
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			for (let count = 0; count < 120; count++) await setup.agent.write(displayId, `Answer ${count}`);
			await setup.agent.write(displayId, 'Between us', { private: true });
			await setup.agent.call(`contacts/${visitor.contactId}/labels`, { body: { labels: ['vip'] } });
			const picture = png(2, 2);
			await sendFile(visitor, picture);

			const response = await request(`${visitor.contactId}/export`);
			assert.equal(response.headers.get('content-type'), 'application/zip');
			const folder = await mkdtemp(join(tmpdir(), 'archive-'));
			t.after(() => rm(folder, { recursive: true }));
			await writeFile(join(folder, 'all.zip'), Buffer.from(await response.arrayBuffer()));
			execFileSync('python3', ['-m', 'zipfile', '-e', join(folder, 'all.zip'), join(folder, 'all')]);
			const open = async (name: string) => readFile(join(folder, 'all', name), 'utf8');
			const contact = JSON.parse(await open('contact.json')) as TeamContact;
			assert.deepEqual([contact.id, contact.labels, contact.hmac_verified], [visitor.contactId, ['vip'], false]);
			assert.equal(contact.contact_inboxes?.[0]?.hmac_verified, false);
			assert.deepEqual(await readdir(join(folder, 'all', 'conversations')), [`${displayId}.json`]);
			const told = await open(`conversations/${displayId}.json`);
			const { messages } = JSON.parse(told) as { messages: Message[] };
			const spoken = messages.filter(({ message_type }) => message_type !== 2);
			assert.equal(spoken.length, 123);
			assert.deepEqual([spoken[0]?.content, spoken.at(-2)?.private], ['Hello', true]);
			assert.doesNotMatch(told, /A secret/);
			const [file = assert.fail()] = await readdir(join(folder, 'all', 'files'));
			assert.match(file, /^\d+-\d+-cup\.png$/);
			assert.deepEqual(await readFile(join(folder, 'all', 'files', file)), Buffer.from(picture));
			assert.equal((await request('999999/export')).status, 404);
		});

		const readArchive = async (contactId: number) => {
			const response = await request(`${contactId}/export`);
			assert.equal(response.status, 200);
			return response.arrayBuffer();
		};

		test('an archive of what cannot be read breaks off, and the server goes on', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const path = await sendFile(visitor, png(2, 2));
			await rm(path);
			await mkdir(path);
			await assert.rejects(readArchive(visitor.contactId));
			assert.ok((await fetch(new URL('/healthz', setup.server.origin))).ok);
			// Of a file that is gone there is only the name.
			await rmdir(path);
			await readArchive(visitor.contactId);
		});

		test('an archive during which the contact is deleted is read to its end', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const first = await beginConversation(visitor);
			await visitor.call('conversations/toggle_status');
			const begun = await visitor.call<{ id: number }>('conversations', { body: { message: { content: 'Again' } } });
			// The newer conversation comes first, and is more than the connection holds.
			for (let count = 0; count < 120; count += 1)
				await setup.agent.write(begun.body.id, randomBytes(90_000).toString('base64'));
			const response = await request(`${visitor.contactId}/export`);
			assert.equal((await request(`${visitor.contactId}`, { method: 'DELETE' })).status, 200);
			const archive = Buffer.from(await response.arrayBuffer());
			for (const id of [first, begun.body.id]) assert.ok(archive.includes(`conversations/${id}.json`));
		});

		test('a download that is broken off leaves no file open', { skip: process.platform !== 'linux' }, async () => {
			// More than the connection holds.
			const visitor = await createVisitor(setup.server.origin);
			const path = await sendFile(visitor, Buffer.concat([png(2, 2), randomBytes(16_000_000)]));
			const opened = async () => {
				const folder = `/proc/${setup.server.pid}/fd`;
				const links = await Promise.all(
					(await readdir(folder)).map((fd) => readlink(join(folder, fd)).catch(() => '')),
				);
				return links.includes(path);
			};
			const aborted = new AbortController();
			const response = await request(`${visitor.contactId}/export`, { signal: aborted.signal });
			assert.equal(response.status, 200);
			await until('the file is read', opened);
			aborted.abort();
			await until('the file is closed', async () => !(await opened()));
		});
	});
}
