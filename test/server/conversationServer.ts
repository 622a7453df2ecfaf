/**
 * What all contracts about conversations share: a server on a given database, visitors and agents.
 */
import assert from 'node:assert/strict';
import { openStore } from '../../src/server/store/store.ts';
import type { ServerOptions, TestServer } from '../support/server.ts';
import { startHostedServer } from '../support/hostedServer.ts';
import { addBot, changeChannel } from '../support/channel.ts';
import { createAgent, type Agent } from './api.ts';
import { connectSocketIo, type Listener } from './realtime/cableClients.ts';
import type { Services } from './services.ts';

/** Makes a database, which may be a copy of one that a server has begun with. */
export type Prepare = (how?: { mayBeSeeded: boolean }) => Promise<Services>;

/**
 * The store of a database without a server, which would deliver what is due. The caller has to
 * close it.
 */
export async function openOwnStore(prepare: Prepare) {
	const { options, query, cleanUp } = await prepare({ mayBeSeeded: true });
	const { dataDir = assert.fail(), databaseUrl } = options;
	const store = await openStore({ dataDir, databaseUrl });
	const close = async () => {
		await store.close();
		await cleanUp();
	};
	return { store, query, close };
}

export interface ConversationServer extends Pick<Services, 'query'> {
	server: TestServer;
	databaseUrl: string | undefined;
	agent: Agent;
	/** Options of its store. */
	where: Parameters<typeof changeChannel>[0];
	changeChannel(change: Parameters<typeof changeChannel>[1]): Promise<void>;
	addBot(name: string, outgoingUrl: string | undefined): Promise<string>;
	/** Connects as the first demo agent. */
	listenAsAgent(): Promise<Listener>;
	stop(): Promise<void>;
}

/**
 * @param start how its server is started; as a program where the test needs a process of its own
 */
export async function startConversationServer(
	prepare: Prepare,
	options: ServerOptions = {},
	start: (options: ServerOptions) => Promise<TestServer> = startHostedServer,
): Promise<ConversationServer> {
	const services = await prepare({ mayBeSeeded: true });
	const server = await start({ ...services.options, ...options });
	const agent = createAgent(server.origin, server.agentToken);
	const where = { dataDir: server.dataDir, databaseUrl: services.options.databaseUrl };
	return {
		server,
		databaseUrl: services.options.databaseUrl,
		agent,
		where,
		query: services.query,
		changeChannel: (change) => changeChannel(where, change),
		addBot: (name, outgoingUrl) => addBot(where, name, outgoingUrl),
		async listenAsAgent() {
			const { pubsub_token, account_id, id } = await agent.profile();
			return connectSocketIo(server.origin, { pubsub_token, account_id, user_id: id });
		},
		async stop() {
			await server.stop();
			await services.cleanUp();
		},
	};
}
