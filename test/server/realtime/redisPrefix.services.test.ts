/** Two installations that share one Redis, such as staging and production. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Agent } from '#protocol/entities/entities.ts';
import { startServer } from '../../support/server.ts';
import { PATIENTLY } from '../../support/until.ts';
import { createAgent, createVisitor } from '../api.ts';
import { connectSocketIo, type Listener } from './cableClients.ts';
import { createDatabase, createDatabaseAndRedis } from '../services.ts';

test('installations with different prefixes share no events and no presence', async (t) => {
	const services = await createDatabaseAndRedis();
	t.after(services.cleanUp);
	const own = await createDatabase();
	t.after(own.cleanUp);
	const start = async (options: Parameters<typeof startServer>[0]) => {
		const server = await startServer(options);
		t.after(() => server.stop());
		return server;
	};
	const [production, alsoProduction] = [await start(services.options), await start(services.options)];
	const staging = await start({ ...services.options, ...own.options, settings: { REDIS_PREFIX: 'staging' } });

	const listen = async ({ origin, agentToken }: typeof production): Promise<Listener> => {
		const { id, pubsub_token, account_id } = await createAgent(origin, agentToken).profile();
		const listener = await connectSocketIo(origin, { pubsub_token, account_id, user_id: id });
		t.after(() => listener.close());
		return listener;
	};
	const availability = async ({ origin }: typeof production) => {
		const { body } = await (await createVisitor(origin)).call<{ payload: Agent[] }>('inbox_members');
		return body.payload[0]?.availability_status;
	};
	const stranger = await listen(staging);
	stranger.updatePresence();
	await t.waitFor(async () => assert.equal(await availability(staging), 'online'), PATIENTLY);
	assert.equal(await availability(production), 'offline');

	const colleague = await listen(alsoProduction);
	const customer = await createVisitor(production.origin);
	// Before the link between the processes is up, no events cross it.
	await t.waitFor(async () => {
		await customer.write('For production');
		assert.ok(contents(colleague).includes('For production'));
	}, PATIENTLY);
	await (await createVisitor(staging.origin)).write('For staging');
	await stranger.next('message.created', ({ content }) => content === 'For staging');
	assert.deepEqual([...new Set(contents(stranger))], ['For staging']);
});

function contents({ received }: Listener): unknown[] {
	return received
		.filter(({ event }) => event === 'message.created')
		.map(({ data }) => (data as { content: unknown }).content);
}
