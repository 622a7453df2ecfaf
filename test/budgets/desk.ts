/**
 * The desk of a team at work: what opening a long conversation costs, and what many events a second
 * cost.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { CDPSession, Page } from 'puppeteer-core';
import type { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { ServerEventData, ServerEventName } from '#protocol/entities/realtime.ts';
import type { RouteResponse } from '#protocol/base/routes.ts';
import type { ContactSender, TeamConversation } from '#protocol/entities/entities.ts';
import { makeMessage, makePushConversation } from '../desk/samples.ts';
import { Agent } from '../journeys/agent.ts';
import { see, seeText } from '../journeys/waiting.ts';
import { createAgent } from '../server/api.ts';
import { addChannel } from '../support/channel.ts';
import { press } from '../support/input.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { fillDatabase } from '../bench/fillDatabase.ts';
import { readMetric } from './mainThread.ts';
import { withBrowser } from './shop.ts';

/** The number of messages in the long conversation. */
export const LONG = 1_000;
/** Lines that the calibration draws: as many as the desk draws of a long conversation at first. */
export const LINES = 60;
/** Pushed events in a second. */
export const RATE = 100;
const SECONDS = 5;
const OPENINGS = 5;
/**
 * Messages of the whole history; seven of a hundred conversations, of ten messages each, are open.
 */
const HISTORY = 10_000;
/** Events after which their kinds repeat. */
const ROUND = 20;
const QUESTION = 'What was my first question?';

export interface BusyDesk {
	server: TestServer;
	/** The open conversations; the first one is the long one. */
	conversations: TeamConversation[];
	stop(): Promise<void>;
}

type ListAnswer = RouteResponse<typeof applicationRoutes.listConversations>;

export async function openBusyDesk(): Promise<BusyDesk> {
	const server = await startServer({ pace: 1 });
	await addChannel(server, { name: 'Second', websiteToken: 'second' });
	const { conversations: newest } = await fillDatabase(server, HISTORY);
	const longId = newest - 4;
	const first = gatherMessages(server.dataDir, longId);
	const agent = createAgent(server.origin, server.agentToken);
	await agent.write(longId, QUESTION, { content_attributes: { in_reply_to: first } });
	const open: TeamConversation[] = [];
	let cursor: string | null = '';
	while (cursor !== null) {
		const query: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
		const { body } = await agent.call<ListAnswer>(`conversations?status=open${query}`);
		open.push(...body.data.payload);
		cursor = body.data.next_cursor;
	}
	const isLong = ({ id }: TeamConversation) => id === longId;
	return {
		server,
		conversations: [...open.filter(isLong), ...open.filter((conversation) => !isLong(conversation))],
		stop: () => server.stop(),
	};
}

/**
 * Moves the messages of old conversations into this one, until it has one less than `LONG`; answers
 * the first one's id.
 */
function gatherMessages(dataDir: string, conversationId: number): number {
	const file = new Database(join(dataDir, 'live-chat.sqlite'));
	try {
		file
			.prepare(
				`update messages set conversation_id = @id where id in
					(select id from messages where conversation_id <> @id order by id limit @more - (select count(*) from messages where conversation_id = @id))`,
			)
			.run({ id: conversationId, more: LONG - 1 });
		const first = file.prepare<number, { id: number }>('select min(id) as id from messages where conversation_id = ?');
		return first.get(conversationId)?.id ?? 0;
	} finally {
		file.close();
	}
}

export interface Opening {
	/**
	 * Milliseconds from the click to the painted conversation: while its messages come from the
	 * server, and when they are known.
	 */
	first: number;
	again: number;
	/**
	 * Processor time of the main thread, in milliseconds: of the latter, and of drawing `LINES`
	 * plain lines.
	 */
	cost: number;
	plain: number;
	/** Lines that the desk has drawn. */
	lines: number;
	/** Requests for messages when they are known. */
	requests: number;
}

/** Opens the long conversation beside another one, and again once all of its messages are known. */
export function measureOpening(desk: BusyDesk): Promise<Opening> {
	return atDesk(desk, async ({ page, session, long, short }) => {
		await openConversation(page, short, 1);
		const first = await openConversation(page, long, 20);
		await readAll(page);
		const again: number[] = [];
		const costs: number[] = [];
		const plain: number[] = [];
		const isForMessages = () =>
			performance.getEntriesByType('resource').filter(({ name }) => /\/messages(\?|$)/.test(name)).length;
		const before = await page.evaluate(isForMessages);
		while (costs.length < OPENINGS) {
			await openConversation(page, short, 1);
			plain.push(await costOfPlainLines(page, session));
			costs.push(
				await costOf(session, async () => {
					again.push(await openConversation(page, long, 20));
				}),
			);
		}
		return {
			first,
			again: Math.min(...again),
			cost: Math.min(...costs),
			plain: Math.min(...plain),
			lines: await page.$$eval('[role=log] li', (lines) => lines.length),
			requests: (await page.evaluate(isForMessages)) - before,
		};
	});
}

export interface Load {
	/** How much of the time the main thread works. */
	share: number;
	/**
	 * Processor time of the main thread, in milliseconds: for an event, and of drawing `LINES`
	 * plain lines.
	 */
	cost: number;
	plain: number;
}

/** What `RATE` events a second cost while the long conversation, all of it known, is open. */
export function measureLoad(desk: BusyDesk): Promise<Load> {
	return atDesk(desk, async ({ page, session, long, short }) => {
		await openConversation(page, long, 20);
		await readAll(page);
		await openConversation(page, short, 1);
		await openConversation(page, long, 20);
		const packets = makePackets(desk.conversations, RATE * SECONDS);
		const all = await costOf(session, () => page.evaluate(receivePackets, packets, RATE));
		await seeText(page, textOf(packets.length - ROUND));
		const plain: number[] = [];
		while (plain.length < OPENINGS) plain.push(await costOfPlainLines(page, session));
		return { share: all / (SECONDS * 1000), cost: all / packets.length, plain: Math.min(...plain) };
	});
}

interface Seat {
	page: Page;
	session: CDPSession;
	long: TeamConversation;
	short: TeamConversation;
}

/** An agent in a new browser, who has the list before them. */
function atDesk<T>({ server, conversations }: BusyDesk, work: (seat: Seat) => Promise<T>): Promise<T> {
	return withBrowser(async (browser) => {
		const [long, short] = conversations;
		if (!long || !short) throw new Error('There is nothing to open.');
		const page = await browser.newPage();
		await page.setViewport({ width: 1280, height: 800 });
		await page.evaluateOnNewDocument(keepSocket);
		await Agent.signIn(page, server.origin, server.agentToken);
		for (const { meta } of [long, short]) await seeText(page, meta.sender.name);
		await page.waitForNetworkIdle();
		const session = await page.createCDPSession();
		await session.send('Performance.enable', { timeDomain: 'threadTicks' });
		return work({ page, session, long, short });
	});
}

function costOfPlainLines(page: Page, session: CDPSession): Promise<number> {
	return costOf(session, () => page.evaluate(drawPlainLines, LINES));
}

/**
 * Processor time that the page's main thread takes, in milliseconds: the time of others on this
 * machine does not count.
 */
async function costOf(session: CDPSession, act: () => Promise<unknown>): Promise<number> {
	const before = await readMetric(session, 'TaskDuration');
	await act();
	return ((await readMetric(session, 'TaskDuration')) - before) * 1000;
}

/**
 * Clicks on the conversation in the list; resolves with the milliseconds until so many of its lines
 * are painted.
 */
function openConversation(page: Page, { id, meta }: TeamConversation, lines: number): Promise<number> {
	return page.evaluate(
		async (href, name, wanted) => {
			const isDrawn = () =>
				document.querySelector('section:has([role=log])')?.ariaLabel === `Conversation with ${name}` &&
				document.querySelectorAll('[role=log] li').length >= wanted;
			const pressedAt = performance.now();
			document.querySelector<HTMLElement>(`nav a[href="${href}"]`)?.click();
			await new Promise<void>((resolve) => {
				const observer = new MutationObserver(() => {
					if (!isDrawn()) return;
					observer.disconnect();
					resolve();
				});
				observer.observe(document.body, { childList: true, subtree: true, attributes: true });
			});
			await new Promise(requestAnimationFrame);
			await new Promise((painted) => setTimeout(painted));
			return performance.now() - pressedAt;
		},
		`#/conversations/${id}`,
		meta.sender.name,
		lines,
	);
}

/** Jumps to the first message, for which all those between are loaded. */
async function readAll(page: Page): Promise<void> {
	await press(page, { selector: '[role=log] button:has(> [data-visually-hidden] + * + *)' });
	await see(page, 'all messages', (all) => document.querySelectorAll('[role=log] li').length >= all, LONG);
	await page.waitForNetworkIdle();
}

/** Runs in the page: draws lines of text, and takes them away again. */
async function drawPlainLines(count: number): Promise<void> {
	const place = document.createElement('ol');
	for (let index = 0; index < count; index += 1) {
		const line = document.createElement('li');
		line.textContent = `Is it dishwasher safe, and do you deliver to the islands before the end of the month? Question ${index}`;
		place.append(line);
	}
	document.body.append(place);
	await new Promise(requestAnimationFrame);
	await new Promise((painted) => setTimeout(painted));
	place.remove();
}

/** Runs in the page from its start. */
function keepSocket(): void {
	const Native = WebSocket;
	window.WebSocket = class extends Native {
		constructor(...args: ConstructorParameters<typeof WebSocket>) {
			super(...args);
			window.deskSocket = this;
		}
	};
}

/**
 * Runs in the page: the socket receives the packets, at that many in a second. Resolves when the
 * last one is drawn.
 */
async function receivePackets(packets: readonly string[], rate: number): Promise<void> {
	const begin = performance.now();
	let sent = 0;
	while (sent < packets.length) {
		await new Promise((next) => setTimeout(next, 1000 / rate));
		const due = Math.min(packets.length, Math.floor(((performance.now() - begin) / 1000) * rate));
		for (const data of packets.slice(sent, due)) window.deskSocket.dispatchEvent(new MessageEvent('message', { data }));
		sent = due;
	}
	await new Promise(requestAnimationFrame);
	await new Promise((painted) => setTimeout(painted));
}

/**
 * Socket.IO's packets of a busy hour: eight of twenty are messages, one of which is in the
 * conversation that is open, eight begin or end typing, three change a conversation, and one says
 * who is online.
 */
function makePackets(conversations: readonly TeamConversation[], count: number): string[] {
	const now = Math.floor(Date.now() / 1000);
	return Array.from({ length: count }, (_, index) => {
		const round = index % ROUND;
		const known = conversations[round === 0 ? 0 : 1 + ((index * 7) % (conversations.length - 1))];
		if (!known) throw new Error('There are no conversations.');
		const { id, inbox_id } = known;
		const sender: ContactSender = { ...known.meta.sender, type: 'contact' };
		const message = makeMessage({
			id: 1_000_000 + index,
			content: textOf(index),
			conversation_id: id,
			inbox_id,
			created_at: now,
			sender,
			sender_id: sender.id,
			conversation: {
				assignee_id: null,
				unread_count: 1 + (index % 9),
				last_activity_at: now,
				contact_inbox: { source_id: 's' },
			},
		});
		const conversation = makePushConversation({
			id,
			inbox_id,
			meta: { sender, assignee: null, team: null, hmac_verified: false },
			messages: [message],
			labels: index % 2 === 0 ? ['vip'] : [],
			last_activity_at: now,
			updated_at: now + index / 1000,
		});
		if (round < 8) return packetOf('message.created', message);
		const typing = { conversation, user: sender, is_private: false, account_id: 1 };
		if (round < 14) return packetOf('conversation.typing_on', typing);
		if (round < 16) return packetOf('conversation.typing_off', typing);
		if (round < 19) return packetOf('conversation.updated', conversation);
		const online = conversations.filter((other) => (other.id + index) % 3 === 0);
		return packetOf('presence.update', {
			account_id: 1,
			users: { 1: 'online' },
			contacts: Object.fromEntries(online.map(({ meta }) => [meta.sender.id, 'online'])),
		});
	});
}

function textOf(index: number): string {
	return `Do you have it in blue as well? Question ${index}`;
}

/** An event in Socket.IO's and Engine.IO's framing. */
function packetOf<E extends ServerEventName>(name: E, data: ServerEventData<E>): string {
	return `42${JSON.stringify([name, data])}`;
}

declare global {
	interface Window {
		deskSocket: WebSocket;
	}
}
