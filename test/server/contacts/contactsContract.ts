/** The team's contacts (docs/application-api.md, Contacts). */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { CONTACT_SORTS, type ContactSort, type TeamContact } from '#protocol/application/contactRoutes.ts';
import type { TeamConversation } from '#protocol/entities/entities.ts';
import { addChannel, addToken } from '../../support/channel.ts';
import { beginConversation, createAgent, createVisitor, type Agent, type Visitor } from '../api.ts';
import { connectSocketIo } from '../realtime/cableClients.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';

interface Listed {
	meta: { count: number; current_page: number; next_cursor: string | null };
	payload: TeamContact[];
}

export function describeContacts(database: string, prepare: Prepare): void {
	describe(`contacts on ${database}`, () => {
		let setup: ConversationServer;
		before(async () => {
			setup = await startConversationServer(prepare);
		});
		after(() => setup.stop());

		const add = async (body: object) => {
			const answer = await setup.agent.call<{ payload: { contact: TeamContact } }>('contacts', { body });
			assert.equal(answer.status, 200, JSON.stringify(answer.body));
			return answer.body.payload.contact;
		};
		const show = async (id: number) =>
			(await setup.agent.call<{ payload: TeamContact }>(`contacts/${id}`)).body.payload;
		const change = (id: number, body: object) =>
			setup.agent.call<{ payload: TeamContact }>(`contacts/${id}`, { method: 'PATCH', body });
		const list = async (sort: ContactSort, page = 1) =>
			(await setup.agent.call<Listed>(`contacts?sort=${encodeURIComponent(sort)}&page=${page}`)).body;
		const prove = async (visitor: Visitor, identifier: string) => {
			const [row] = await setup.query('select hmac_token from web_widgets');
			const identifier_hash = createHmac('sha256', String(row?.['hmac_token'])).update(identifier).digest('hex');
			await visitor.call('contact/set_user', { method: 'PATCH', body: { identifier, identifier_hash } });
		};

		/** An agent who answers in this inbox. */
		const hire = async (email: string, inbox_id: number) => {
			const { id } = (await setup.agent.call<{ id: number }>('agents', { body: { name: email, email } })).body;
			await setup.agent.call('inbox_members', { body: { inbox_id, user_ids: [id] } });
			return createAgent(setup.server.origin, await addToken(setup.where, email));
		};

		test('the list has all who are known by more than a name, 15 a page and in each order', async () => {
			await createVisitor(setup.server.origin);
			const before = (await list('name')).meta.count;
			const names = Array.from({ length: 16 }, (_, index) => `Zoe ${String.fromCodePoint(97 + ((index * 7) % 16))}`);
			for (const name of names) await add({ name, email: `${name.at(-1)}@zoe.example` });
			await add({ name: 'Zzz, without an address' });
			const { meta, payload } = await list('-name');
			assert.deepEqual([meta.count, meta.current_page], [before + 16, 1]);
			assert.deepEqual(
				payload.map(({ name }) => name),
				names.toSorted().toReversed().slice(0, 15),
			);
			const [first] = (await list('-name', 2)).payload;
			assert.equal(first?.name, 'Zoe a');
			assert.deepEqual(
				(await list('-created_at')).payload.map(({ name }) => name),
				names.toReversed().slice(0, 15),
			);
			const byEmail = (await list('-email')).payload.map(({ email }) => email ?? '');
			assert.deepEqual(byEmail, byEmail.toSorted().toReversed());
			// Whoever has never written comes last.
			const visitor = await createVisitor(setup.server.origin);
			await visitor.call('contact', { method: 'PATCH', body: { email: 'writes@zoe.example' } });
			await beginConversation(visitor);
			const sorted = await setup.agent.call<Listed>('contacts?sort=nonsense&page=nonsense');
			assert.equal(sorted.body.payload[0]?.email, 'writes@zoe.example');
			assert.equal((await list('last_activity_at')).payload[0]?.last_activity_at, undefined);
		});

		test('conditions choose among all contacts, also anonymous ones, page after page', async () => {
			await setup.agent.call('custom_attribute_definitions', {
				body: {
					attribute_key: 'seats',
					attribute_display_name: 'Seats',
					attribute_display_type: 'number',
					attribute_model: 'contact_attribute',
				},
			});
			const anonymous = await createVisitor(setup.server.origin);
			const mira = await add({
				name: 'Mira Filtered',
				email: 'mira@filtered.example',
				phone_number: '+4930111222',
				inbox_id: 1,
				custom_attributes: { seats: 12 },
				additional_attributes: { company_name: 'Halden', city: 'Hamburg', country_code: 'DE' },
			});
			const noor = await add({ name: 'Noor Filtered', identifier: 'filtered-1', blocked: true });
			await setup.agent.call(`contacts/${noor.id}/labels`, { body: { labels: ['filtered'] } });
			const ask = (conditions: object[], query = '') =>
				setup.agent.call<Listed>(`contacts/filter?sort=created_at${query}`, { body: { payload: conditions } });
			const find = async (attribute_key: string, filter_operator: string, values: unknown[] = []) => {
				const { status, body } = await ask([{ attribute_key, filter_operator, values }], '&per_page=100');
				assert.equal(status, 200, JSON.stringify(body));
				assert.equal(body.meta.count, body.payload.length);
				return body.payload.map(({ id }) => id);
			};
			assert.deepEqual(await find('name', 'contains', ['FILTERED']), [mira.id, noor.id]);
			assert.deepEqual(await find('email', 'equal_to', ['Mira@filtered.example']), [mira.id]);
			assert.deepEqual(await find('phone_number', 'equal_to', ['4930111222']), [mira.id]);
			assert.deepEqual(await find('phone_number', 'equal_to', ['+4930111222']), [mira.id]);
			assert.deepEqual(await find('phone_number', 'starts_with', ['+4930111']), [mira.id]);
			assert.deepEqual(await find('company', 'equal_to', ['halden']), [mira.id]);
			assert.deepEqual(await find('city', 'is_present'), [mira.id]);
			assert.deepEqual(await find('country_code', 'equal_to', ['DE']), [mira.id]);
			assert.deepEqual(await find('labels', 'equal_to', ['filtered']), [noor.id]);
			assert.deepEqual(await find('blocked', 'equal_to', [true]), [noor.id]);
			assert.deepEqual(await find('seats', 'is_greater_than', [11]), [mira.id]);
			const [here, elsewhere] = [await find('inbox_id', 'equal_to', [1]), await find('inbox_id', 'not_equal_to', [1])];
			assert.ok(here.includes(mira.id) && here.includes(anonymous.contactId) && !here.includes(noor.id));
			assert.ok(elsewhere.includes(noor.id) && !elsewhere.includes(mira.id));
			assert.ok((await find('inbox_id', 'is_not_present')).includes(noor.id));
			assert.ok(!(await find('created_at', 'is_less_than', ['2020-01-01'])).includes(mira.id));
			const both = [
				{ attribute_key: 'name', filter_operator: 'contains', values: ['filtered'], query_operator: 'and' },
				{ attribute_key: 'blocked', filter_operator: 'not_equal_to', values: [true] },
			];
			assert.deepEqual(
				(await ask(both)).body.payload.map(({ id }) => id),
				[mira.id],
			);
			const narrowed = async (query: string) =>
				(await ask([{ ...both[0], query_operator: null }], query)).body.payload.map(({ id }) => id);
			assert.deepEqual(await narrowed('&q=mira'), [mira.id]);
			assert.deepEqual(await narrowed('&labels=filtered,other'), [noor.id]);
			assert.deepEqual(await narrowed('&labels=filtered&q=mira'), []);
			assert.deepEqual(await narrowed('&q=%21'), []);
			const all = (await ask([], '&per_page=1')).body;
			const next = (await ask([], `&per_page=1&cursor=${all.meta.next_cursor}`)).body;
			assert.ok((all.payload[0]?.id ?? 0) < (next.payload[0]?.id ?? 0));
			assert.equal((await ask([{ attribute_key: 'nonsense', filter_operator: 'equal_to', values: [1] }])).status, 422);
			assert.equal((await setup.agent.call('contacts/filter', { body: {} })).status, 422);
		});

		test('the team notes about a contact what it writes, changes and deletes; notes go with the contact', async () => {
			interface Note {
				id: number;
				content: string;
				contact_id: number;
				user: { id: number; name: string };
			}
			const [one, other] = [await add({ email: 'one@noted.example' }), await add({ email: 'other@noted.example' })];
			const notes = async (id: number) => (await setup.agent.call<Note[]>(`contacts/${id}/notes`)).body;
			const write = (id: number, content: unknown) =>
				setup.agent.call<Note>(`contacts/${id}/notes`, { body: { note: { content } } });
			const first = (await write(one.id, ' Pays in *advance* ')).body;
			assert.deepEqual([first.content, first.contact_id, first.user.id], ['Pays in *advance*', one.id, 1]);
			await write(one.id, 'Called back');
			assert.deepEqual(
				(await notes(one.id)).map(({ content }) => content),
				['Called back', 'Pays in *advance*'],
			);
			for (const content of ['', ' ', undefined, 'x'.repeat(20_001)])
				assert.equal((await write(one.id, content)).status, 422);
			const change = (path: string, options: object) => setup.agent.call<Note>(`contacts/${path}`, options);
			const path = `${one.id}/notes/${first.id}`;
			const colleague = await hire('notes@team.example', 1);
			const changed = await colleague.call<Note>(`contacts/${path}`, {
				method: 'PATCH',
				body: { content: 'Pays late' },
			});
			assert.deepEqual([changed.body.content, changed.body.user.name], ['Pays late', 'notes@team.example']);
			assert.equal((await change(path, { method: 'PATCH', body: { content: ' ' } })).status, 422);
			// Of another contact it is none.
			assert.equal((await change(`${other.id}/notes/${first.id}`, {})).status, 404);
			assert.equal((await change(`${other.id}/notes/${first.id}`, { method: 'DELETE' })).status, 404);
			const body = { base_contact_id: other.id, mergee_contact_id: one.id };
			assert.equal((await setup.agent.call('actions/contact_merge', { body })).status, 200);
			assert.equal((await notes(other.id)).length, 2);
			assert.equal((await change(`${other.id}/notes/${first.id}`, { method: 'DELETE' })).status, 200);
			assert.deepEqual(
				(await notes(other.id)).map(({ content }) => content),
				['Called back'],
			);
			await setup.agent.call(`contacts/${other.id}`, { method: 'DELETE' });
			assert.equal((await setup.query(`select * from contact_notes where contact_id = ${other.id}`)).length, 0);
			assert.equal((await setup.agent.call(`contacts/${other.id}/notes`)).status, 404);
		});

		test('who sees none of a contact’s conversations notes nothing about them', async () => {
			const email = 'stranger@team.example';
			await setup.agent.call('agents', { body: { name: email, email } });
			const stranger = createAgent(setup.server.origin, await addToken(setup.where, email));
			const visitor = await createVisitor(setup.server.origin);
			const path = `contacts/${visitor.contactId}/notes`;
			const note = (await setup.agent.call<{ id: number }>(path, { body: { content: 'Calm' } })).body;
			const refused = await stranger.call<{ attributes: string[] }>(path, { body: { content: 'Angry' } });
			assert.deepEqual([refused.status, refused.body.attributes], [422, ['base']]);
			for (const options of [{ method: 'PATCH', body: { content: 'Angry' } }, { method: 'DELETE' }] as const)
				assert.equal((await stranger.call(`${path}/${note.id}`, options)).status, 422);
		});

		test('after a cursor the list goes on where the page before ended, in each order and in what is found', async () => {
			const names = ['É 1', 'a 2', 'B 3', 'a 2', '%_\\'].map((name) => `Cursory ${name}`);
			for (const [index, name] of names.entries()) await add({ name, email: `c${index}@cursory.example` });
			for (const path of ['contacts?', 'contacts/search?q=cursory&'])
				for (const sort of CONTACT_SORTS) {
					const read = async (query: string) =>
						(await setup.agent.call<Listed>(`${path}sort=${sort}&include_contact_inboxes=false&${query}`)).body;
					const whole = await read('per_page=100');
					assert.equal(whole.meta.next_cursor, null);
					const ids: number[] = [];
					let { meta, payload } = await read('per_page=2');
					assert.equal(meta.count, whole.payload.length);
					for (;;) {
						ids.push(...payload.map(({ id }) => id));
						if (meta.next_cursor === null) break;
						({ meta, payload } = await read(`per_page=2&cursor=${meta.next_cursor}`));
						assert.ok(!('count' in meta), 'it is counted once');
					}
					assert.deepEqual(
						ids,
						whole.payload.map(({ id }) => id),
						`${path}${sort}`,
					);
				}
		});

		test('a cursor that names no place in the order, and a page of no size, are refused', async () => {
			const status = async (query: string) => (await setup.agent.call(`contacts?${query}`)).status;
			const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
			assert.equal(await status(`sort=name&cursor=${encode(['a\u0000b', 1])}`), 200);
			for (const value of [['a', 1], [1.5, 1], [1], null, [1, 1e300]])
				assert.equal(await status(`sort=created_at&cursor=${encode(value)}`), 422, JSON.stringify(value));
			assert.equal(await status(`sort=email&cursor=${encode([1, 1])}`), 422);
			for (const query of ['cursor=no.cursor', 'cursor=%C3%A4', 'per_page=0', 'per_page=101'])
				assert.equal(await status(query), 422, query);
		});

		test('a contact is added with facts in their stored form, and with a session where an inbox is named', async () => {
			const body = {
				name: ' Grace ',
				email: 'Grace@Navy.example',
				phone_number: '+4915112345678',
				identifier: 'grace-1',
				custom_attributes: { plan: 'pro' },
				inbox_id: 1,
			};
			const { payload } = (
				await setup.agent.call<{ payload: { contact: TeamContact; contact_inbox: { source_id: string } } }>(
					'contacts',
					{
						body,
					},
				)
			).body;
			const { id, created_at, contact_inboxes, ...facts } = payload.contact;
			assert.deepEqual(facts, {
				name: 'Grace',
				email: 'grace@navy.example',
				phone_number: '+4915112345678',
				identifier: 'grace-1',
				additional_attributes: {},
				custom_attributes: { plan: 'pro' },
				thumbnail: '',
				blocked: false,
				availability_status: 'offline',
				hmac_verified: false,
				labels: [],
			});
			assert.ok(created_at > 0);
			assert.equal(contact_inboxes?.[0]?.source_id, payload.contact_inbox.source_id);
			assert.equal(contact_inboxes?.[0]?.inbox.id, 1);
			assert.deepEqual(await show(id), payload.contact);
			const slim = await setup.agent.call<{ payload: TeamContact }>(`contacts/${id}?include_contact_inboxes=false`);
			assert.equal(slim.body.payload.contact_inboxes, undefined);
			assert.equal((await add({ email: 'ada@analytical.example' })).name, 'ada');
		});

		test('a new contact’s session has the source_id that the caller names, which no other of the inbox has', async () => {
			interface Added {
				payload: { contact: TeamContact; contact_inbox: { source_id: string } };
			}
			const post = <T>(path: string, body: object) => setup.agent.call<T>(path, { body });
			const name = { inbox_id: 1, source_id: 'customer-4711' };
			const { status, body } = await post<Added>('contacts', { ...name, identifier: 'named-1' });
			assert.deepEqual([status, body.payload.contact_inbox.source_id], [200, 'customer-4711']);
			const begun = await post<{ meta: { sender: { id: number } } }>('conversations', { source_id: 'customer-4711' });
			assert.equal(begun.body.meta.sender.id, body.payload.contact.id);
			const refused = await post<{ attributes: string[] }>('contacts', { ...name, identifier: 'named-2' });
			assert.deepEqual([refused.status, refused.body.attributes], [422, ['source_id']]);
			// Nothing of the refused one stays.
			const again = await post<Added>('contacts', { inbox_id: 1, source_id: '', identifier: 'named-2' });
			assert.equal(again.status, 200);
			assert.match(again.body.payload.contact_inbox.source_id, /^[\da-f-]{36}$/);
			// At once, one gets it.
			const answers = await Promise.all(
				['named-3', 'named-4'].map((identifier) => post('contacts', { inbox_id: 1, source_id: 'once', identifier })),
			);
			assert.deepEqual(
				answers.map((answer) => answer.status).toSorted((a, b) => a - b),
				[200, 422],
			);
		});

		test('labels are replaced as a whole, renamed with the label of the account, merged, and go with the contact', async () => {
			const label = async (id: number, labels: string[] | null) =>
				(await setup.agent.call<{ payload: string[] }>(`contacts/${id}/labels`, { body: { labels } })).body.payload;
			const labelsOf = async (id: number) =>
				(await setup.agent.call<{ payload: string[] }>(`contacts/${id}/labels`)).body.payload;
			const [one, other] = [await add({ name: 'One' }), await add({ name: 'Other' })];
			assert.deepEqual(await labelsOf(one.id), []);
			assert.deepEqual(await label(one.id, ['Vip', 'vip', 'press']), ['press', 'vip']);
			const refused = await setup.agent.call(`contacts/${one.id}/labels`, { body: { labels: ['two words'] } });
			assert.equal(refused.status, 422);
			assert.deepEqual(await label(other.id, ['gold', 'vip']), ['gold', 'vip']);
			const made = await setup.agent.call<{ id: number }>('labels', { body: { title: 'vip' } });
			await setup.agent.call(`labels/${made.body.id}`, { method: 'PATCH', body: { title: 'gold' } });
			assert.deepEqual([await labelsOf(one.id), await labelsOf(other.id)], [['gold', 'press'], ['gold']]);
			await label(other.id, ['gold', 'late']);
			const merge = { base_contact_id: one.id, mergee_contact_id: other.id };
			await setup.agent.call('actions/contact_merge', { body: merge });
			assert.deepEqual(await labelsOf(one.id), ['gold', 'late', 'press']);
			assert.deepEqual(await label(one.id, null), []);
			await label(one.id, ['vip']);
			assert.equal((await setup.agent.call(`contacts/${one.id}`, { method: 'DELETE' })).status, 200);
			assert.equal((await setup.query(`select * from contact_labels where contact_id = ${one.id}`)).length, 0);
		});

		test('list and search have those who have any of the labels, in each order and by pages, and count them', async () => {
			const label = async (id: number, labels: string[]) =>
				setup.agent.call(`contacts/${id}/labels`, { body: { labels } });
			const ids: number[] = [];
			for (let count = 0; count < 17; count += 1) {
				const { id } = await add({ name: `Sought ${count}`, email: `sought-${count}@shop.example` });
				ids.push(id);
				await label(id, count === 0 ? ['sought', 'press-sought'] : ['sought']);
			}
			const other = await add({ name: 'Sought otherwise', email: 'other-sought@shop.example' });
			await label(other.id, ['unsought']);
			const read = async (path: string) => {
				const { body } = await setup.agent.call<{ meta: { count: number }; payload: { id: number }[] }>(path);
				return [body.meta.count, body.payload.map(({ id }) => id)];
			};
			const newest = ids.toReversed();
			assert.deepEqual(await read('contacts?labels[]=sought&sort=-created_at'), [17, newest.slice(0, 15)]);
			assert.deepEqual(await read('contacts?labels=Sought&sort=-created_at&page=2'), [17, newest.slice(15)]);
			assert.deepEqual(await read('contacts?labels[]=press-sought&labels[]=unsought&sort=created_at'), [
				2,
				[ids[0], other.id],
			]);
			assert.deepEqual(await read('contacts?labels[]=nobody'), [0, []]);
			assert.deepEqual(await read('contacts?labels='), await read('contacts'));
			assert.deepEqual(await read('contacts/search?q=sought&labels[]=unsought'), [1, [other.id]]);
			const [found, page] = await read('contacts/search?q=sought&labels[]=sought&sort=created_at');
			assert.deepEqual([found, page], [17, ids.slice(0, 15)]);
		});

		test('a fact that is wrong, or that another contact has, is refused by its name', async () => {
			await add({ email: 'taken@x.example', identifier: 'taken', phone_number: '+4915100000001' });
			const { id } = await add({ email: 'free@x.example' });
			for (const [field, value, message] of [
				['email', 'TAKEN@x.example', 'Email has already been taken'],
				['identifier', 'taken', 'Identifier has already been taken'],
				['phone_number', '+4915100000001', 'Phone number has already been taken'],
				['email', 'nobody', 'Email is invalid'],
				['phone_number', '0151 1', 'Phone number should be in e164 format'],
				['name', 'x'.repeat(256), 'Name is too long (maximum is 255 characters)'],
			] as const) {
				for (const answer of [
					await change(id, { [field]: value }),
					await setup.agent.call('contacts', { body: { [field]: value } }),
				]) {
					assert.equal(answer.status, 422, field);
					const { message: told, attributes } = answer.body as { message: string; attributes: string[] };
					assert.deepEqual([told, attributes], [message, [field]]);
				}
			}
			assert.equal((await change(id, { email: 'free@x.example', phone_number: '' })).status, 200);
		});

		test('custom attributes are merged and removed by name, additional ones replaced; the team is told', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			const team = await setup.listenAsAgent();
			const body = { custom_attributes: { plan: 'pro', seats: 3 }, additional_attributes: { city: 'Turin' } };
			await change(visitor.contactId, body);
			const told = await team.next('conversation.updated', ({ id }) => id === displayId);
			assert.deepEqual(told.meta.sender.custom_attributes, { plan: 'pro', seats: 3 });
			await change(visitor.contactId, {
				custom_attributes: { seats: 4 },
				additional_attributes: { company_name: 'Kiln' },
			});
			const path = `contacts/${visitor.contactId}/destroy_custom_attributes`;
			await setup.agent.call(path, { body: { custom_attributes: ['plan'] } });
			const contact = await show(visitor.contactId);
			assert.deepEqual(contact.custom_attributes, { seats: 4 });
			assert.deepEqual(contact.additional_attributes, { company_name: 'Kiln' });
			team.close();
		});

		test('blocking by the contact mutes all of their conversations, and unblocking ends that', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			for (const blocked of [true, false]) {
				assert.equal((await change(visitor.contactId, { blocked })).body.payload.blocked, blocked);
				assert.equal((await setup.agent.conversation(displayId)).muted, blocked);
			}
		});

		test('a proven identity is told from a claimed one', async () => {
			const [claiming, proving] = [await createVisitor(setup.server.origin), await createVisitor(setup.server.origin)];
			await claiming.call('contact/set_user', { method: 'PATCH', body: { identifier: 'claimed' } });
			await prove(proving, 'proven');
			for (const [visitor, isProven] of [
				[claiming, false],
				[proving, true],
			] as const) {
				const contact = await show(visitor.contactId);
				assert.equal(contact.hmac_verified, isProven);
				assert.deepEqual(
					contact.contact_inboxes?.map(({ hmac_verified }) => hmac_verified),
					[isProven],
				);
			}
		});

		test('merging keeps the facts of the base, and moves all that the other one had', async () => {
			const visitor = await createVisitor(setup.server.origin);
			await visitor.call('contact', { method: 'PATCH', body: { name: 'Merged', custom_attributes: { a: 1, b: 1 } } });
			const displayId = await beginConversation(visitor);
			const base = await add({ name: 'Base', email: 'base@x.example', custom_attributes: { a: 2 } });
			await change(visitor.contactId, { email: 'merged@x.example', phone_number: '+4915100000002' });
			const merge = (mergee: number) =>
				setup.agent.call<TeamContact>('actions/contact_merge', {
					body: { base_contact_id: base.id, mergee_contact_id: mergee },
				});
			const team = await setup.listenAsAgent();
			const { body } = await merge(visitor.contactId);
			const { name, email, phone_number, custom_attributes } = body;
			assert.deepEqual(
				[body.id, name, email, phone_number, custom_attributes],
				[base.id, 'Base', 'base@x.example', '+4915100000002', { a: 2, b: 1 }],
			);
			assert.equal((await team.next('conversation.updated', ({ id }) => id === displayId)).meta.sender.id, base.id);
			team.close();
			assert.equal((await setup.agent.call(`contacts/${visitor.contactId}`)).status, 404);
			assert.equal((await setup.agent.conversation(displayId)).meta.sender.id, base.id);
			assert.equal((await visitor.write('Still here')).conversation_id, displayId);
			assert.equal((await merge(base.id)).body.id, base.id);
			assert.equal((await merge(visitor.contactId)).status, 404);
		});

		test("an agent sees every contact, but of its conversations only those of the agent's inboxes", async () => {
			await addChannel(setup.where, { name: 'Other', websiteToken: 'other' });
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			const path = `contacts/${visitor.contactId}`;
			for (const [agent, ids] of [
				[setup.agent, [displayId]],
				[await hire('inside@x.example', 1), [displayId]],
				[await hire('outside@x.example', 2), []],
			] as const) {
				assert.equal((await agent.call(path)).status, 200);
				const { payload } = (await agent.call<{ payload: TeamConversation[] }>(`${path}/conversations`)).body;
				assert.deepEqual(
					payload.map(({ id }) => id),
					ids,
				);
			}
		});

		test('an agent turns no contact of an inbox that is not theirs into another one, by its facts or by merging', async () => {
			const outside = await hire('elsewhere@x.example', 2);
			const visitor = await createVisitor(setup.server.origin);
			await visitor.call('contact', { method: 'PATCH', body: { email: 'theirs@x.example' } });
			await beginConversation(visitor);
			const changeAs = (agent: Agent, id: number, body: object) =>
				agent.call<{ payload: TeamContact }>(`contacts/${id}`, { method: 'PATCH', body });
			const refusal = [
				422,
				{
					error: 'Validation failed: Contact writes in inboxes that you do not see: an administrator can do this',
					message: 'Contact writes in inboxes that you do not see: an administrator can do this',
					attributes: ['base'],
				},
			];
			for (const body of [
				{ email: 'mine@x.example' },
				{ email: null },
				{ identifier: 'mine' },
				{ phone_number: '+4915100000009' },
			]) {
				const refused = await changeAs(outside, visitor.contactId, { ...body, name: 'Changed' });
				assert.deepEqual([refused.status, refused.body], refusal, JSON.stringify(body));
			}
			const own = await add({ email: 'mine@x.example' });
			for (const [base_contact_id, mergee_contact_id] of [
				[own.id, visitor.contactId],
				[visitor.contactId, own.id],
			]) {
				const merged = await outside.call('actions/contact_merge', { body: { base_contact_id, mergee_contact_id } });
				assert.deepEqual([merged.status, merged.body], refusal);
			}
			const { email, phone_number, identifier, name } = await show(visitor.contactId);
			assert.deepEqual([email, phone_number, identifier], ['theirs@x.example', null, null]);
			assert.notEqual(name, 'Changed');

			assert.equal((await changeAs(outside, own.id, { email: 'moved@x.example' })).status, 200);
			const inside = await hire('within@x.example', 1);
			assert.equal((await changeAs(inside, visitor.contactId, { email: 'new@x.example' })).status, 200);
			assert.equal((await changeAs(setup.agent, visitor.contactId, { email: 'newer@x.example' })).status, 200);
		});

		test('an agent changes nothing of a contact who writes only in inboxes that are not theirs', async () => {
			const outsider = await hire('outsider@x.example', 2);
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			const { id } = (await setup.agent.conversation(displayId)).meta.sender;
			const changes: [string, string, object][] = [
				['PATCH', '', { blocked: true }],
				['PATCH', '', { name: 'Renamed' }],
				['PATCH', '', { avatar_url: 'https://tracker.example/seen.png' }],
				['PATCH', '', { custom_attributes: { plan: 'none' } }],
				['PATCH', '', { additional_attributes: { city: 'Nowhere' } }],
				['POST', '/destroy_custom_attributes', { custom_attributes: ['plan'] }],
				['POST', '/labels', { labels: ['spam'] }],
			];
			for (const [method, path, body] of changes) {
				const refused = await outsider.call<{ attributes: string[] }>(`contacts/${id}${path}`, { method, body });
				assert.deepEqual([refused.status, refused.body.attributes], [422, ['base']], JSON.stringify(body));
			}
			const path = `contacts/${(await add({ name: 'Nobody yet' })).id}`;
			assert.equal((await outsider.call(path, { method: 'PATCH', body: { name: 'Somebody' } })).status, 200);
		});

		test('a deleted contact is gone with all that they wrote, and everybody is told', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			const [team, own] = [
				await setup.listenAsAgent(),
				await connectSocketIo(setup.server.origin, { pubsub_token: visitor.pubsubToken }),
			];
			const without = await add({ email: 'no-session@x.example' });
			for (const id of [visitor.contactId, without.id]) {
				const answer = await setup.agent.call(`contacts/${id}`, { method: 'DELETE' });
				assert.deepEqual([answer.status, answer.body], [200, '']);
				assert.equal((await setup.agent.call(`contacts/${id}`)).status, 404);
			}
			const told = await team.next('contact.deleted', ({ id }) => id === visitor.contactId);
			assert.deepEqual(told, { id: visitor.contactId, account_id: 1, conversation_ids: [displayId] });
			assert.equal((await own.next('contact.deleted')).id, visitor.contactId);
			assert.equal((await visitor.call('conversations')).status, 404);
			assert.equal((await setup.agent.call(`conversations/${displayId}`)).status, 404);
			team.close();
			own.close();
		});
	});
}
