/** What a team sets up by API (docs/application-api.md, Canned responses). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { CannedResponse } from '#protocol/cannedResponseRoutes.ts';
import { CANNED_RESPONSE_MAX } from '#protocol/limits.ts';
import { addToken } from '../support/channel.ts';
import { createAgent, type Agent } from './api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from './conversationServer.ts';

export function describeSetup(database: string, prepare: Prepare): void {
	describe(`what a team sets up on ${database}`, () => {
		let stage: ConversationServer;
		/** Has the role `agent`. */
		let noor: Agent;
		before(async () => {
			stage = await startConversationServer(prepare);
			noor = createAgent(stage.server.origin, await addToken(stage.where, 'noor@example.com'));
		});
		after(() => stage.stop());

		test('agents add canned responses, change them, and find them, those first whose short code begins as asked', async () => {
			const add = async (short_code: string, content: string) =>
				(await noor.call<CannedResponse>('canned_responses', { body: { short_code, content } })).body;
			const search = async (text: string) =>
				(await stage.agent.call<CannedResponse[]>(`canned_responses?search=${encodeURIComponent(text)}`)).body.map(
					({ short_code }) => short_code,
				);
			const added = await add('Grüße', 'Good morning, {{contact.name}}!');
			const { id, created_at, updated_at, ...facts } = added;
			assert.deepEqual(facts, { account_id: 1, short_code: 'Grüße', content: 'Good morning, {{contact.name}}!' });
			for (const time of [created_at, updated_at]) assert.match(time, /^\d{4}-\d\d-\d\dT.*Z$/);
			await add('re-grusse', 'Hello again');
			await add('bye', 'Viele GRÜSSE');
			assert.deepEqual(await search('grü'), ['Grüße', 're-grusse', 'bye']);
			assert.deepEqual(await search('100%'), []);

			const changed = await noor.call<CannedResponse>(`canned_responses/${id}`, {
				method: 'PATCH',
				body: { canned_response: { short_code: 'hi' } },
			});
			assert.deepEqual([changed.body.short_code, changed.body.content], ['hi', added.content]);
			assert.equal((await noor.call(`canned_responses/${id}`, { method: 'DELETE' })).body, '');
			assert.deepEqual(await search(''), ['bye', 're-grusse']);
			assert.equal((await noor.call(`canned_responses/${id}`, { method: 'PATCH', body: {} })).status, 404);
		});

		test('a canned response needs a short code of its own, and a text that is not too long', async () => {
			const refusalOf = async (body: object) => {
				const answer = await noor.call<{ message: string; attributes: string[] }>('canned_responses', { body });
				return [answer.status, answer.body.message, answer.body.attributes];
			};
			await noor.call('canned_responses', { body: { short_code: 'taken', content: 'Text' } });
			assert.deepEqual(await refusalOf({ short_code: ' taken ', content: 'Text' }), [
				422,
				'Short code has already been taken',
				['short_code'],
			]);
			assert.deepEqual(await refusalOf({ short_code: ' ', content: '\n' }), [
				422,
				"Short code can't be blank, Content can't be blank",
				['short_code', 'content'],
			]);
			assert.deepEqual(await refusalOf({ short_code: 'long', content: 'x'.repeat(CANNED_RESPONSE_MAX + 1) }), [
				422,
				`Content is too long (maximum is ${CANNED_RESPONSE_MAX} characters)`,
				['content'],
			]);
		});
	});
}
