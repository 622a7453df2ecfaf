/**
 * Where histories happen: a server that they share, with the models that its visitors' windows run.
 */
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { WidgetPage } from '#protocol/entities/channel.ts';
import { freePort } from '../support/freePort.ts';
import { startServer, type ServerProcess } from '../support/server.ts';
import type { Site } from './chatWindow.ts';
import { bundleModels } from './loadModels.ts';

/** A message as the database has it. */
export interface Row {
	id: number;
	/** Display id. */
	conversation: number;
	content: string;
	/** The user whose conversation it is; null for an anonymous visitor's. */
	identifier: string | null;
}

export interface Place extends Site {
	agentToken: string;
	/** Kills the server, and starts it again; callers who ask meanwhile share one restart. */
	restart(): Promise<void>;
	/** The messages whose text begins so, in the database's order. */
	readMessages(start: string): Row[];
	/** The site's proof of who its user is. */
	proveUser(identifier: string): string;
	close(): Promise<void>;
}

export async function openPlace(): Promise<Place> {
	const loadModels = await bundleModels();
	const port = await freePort();
	// Windows of all histories have one address.
	const settings = { CONNECTIONS_PER_ADDRESS: '10000' };
	const first = await startServer({ port, settings });
	const { origin, agentToken, dataDir } = first;
	let server: ServerProcess = first;
	let restarting: Promise<void> | undefined;
	const replace = async () => {
		await server.kill();
		server = await startServer({ port, dataDir, settings });
	};
	const database = new Database(join(dataDir, 'live-chat.sqlite'), { readonly: true });
	const select = database.prepare<[string], Row>(`
		select messages.id, display_id as conversation, content, identifier
		from messages
		join conversations on conversations.id = messages.conversation_id
		join contacts on contacts.id = conversations.contact_id
		where content like ? || '%'
		order by messages.id`);
	const key = database.prepare<[], { hmac_token: string }>(
		"select hmac_token from web_widgets where website_token = 'demo'",
	);
	const hmacKey = key.get()?.hmac_token ?? '';
	return {
		origin,
		agentToken,
		loadModels,
		page: await readPage(origin),
		restart() {
			restarting ??= replace().finally(() => (restarting = undefined));
			return restarting;
		},
		readMessages: (start) => select.all(start),
		proveUser: (identifier) => createHmac('sha256', hmacKey).update(identifier).digest('hex'),
		async close() {
			database.close();
			await restarting;
			await server.stop();
			// It removes its data folder, which those that were started later only use.
			await first.stop();
		},
	};
}

/** The data that the server embeds in the frame's document. */
async function readPage(origin: string): Promise<WidgetPage> {
	const document = await (await fetch(`${origin}/widget?website_token=demo`)).text();
	const [, data = ''] = /id="widget-page"[^>]*>(.*?)<\/script>/s.exec(document) ?? [];
	return JSON.parse(data) as WidgetPage;
}
