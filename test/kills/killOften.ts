/**
 * Kills a server with -9 at random moments while visitors and an agent write. A sender without an
 * answer repeats the same request, as our own clients do, and has to be answered with the stored
 * message.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { DirectUpload } from '#protocol/entities/attachments.ts';
import type { Message } from '#protocol/entities/entities.ts';
import { freePort } from '../support/freePort.ts';
import { randomFrom } from '../support/random.ts';
import { startServer, type ServerProcess } from '../support/server.ts';
import { createAgent, createVisitor, type Answer, type Visitor } from '../server/api.ts';
import { png } from '../server/files/filesSamples.ts';

const WRITERS = 6;
/**
 * Milliseconds for which the server runs at most before it is killed: into its first requests, or
 * into the work of a warm one.
 */
const LIVES = [100, 1_000];
/** Milliseconds after which a writer gives up waiting for an answer, and repeats the request. */
const ANSWER_MAX = 20_000;
/**
 * Messages of a writer that are asked for again once the server is back, although they were
 * answered.
 */
const REMEMBERED = 4;
const PICTURE = png(2, 2);

export interface KillReport {
	kills: number;
	/** Stored messages. */
	messages: number;
	/** Requests whose answer a kill has cut off. */
	cut: number;
	faults: string[];
}

/**
 * What a writer sends again and again until it is answered; `read` finds the stored message in the
 * answer.
 */
interface Attempt {
	echoId: string;
	send(): Promise<Answer>;
	read(body: unknown): Message | undefined;
}

interface Writer {
	visitor: Visitor;
	/** The conversation in which the agent answers; undefined before the first message. */
	conversationId: number | undefined;
	answered: { attempt: Attempt; message: Message }[];
}

export async function killOften(
	count: number,
	seed: number,
	onKill = (_report: KillReport) => {},
): Promise<KillReport> {
	const random = randomFrom(seed);
	const port = await freePort();
	const first = await startServer({ port });
	const { origin, dataDir } = first;
	const agent = createAgent(origin, first.agentToken);
	const report: KillReport = { kills: 0, messages: 0, cut: 0, faults: [] };
	let server: ServerProcess = first;
	/** Settled while the server runs. */
	let running = Promise.withResolvers<void>();
	running.resolve();
	let isOver = false;
	let written = 0;

	/** Repeats the request until it is answered. A kill is the only reason for no answer. */
	const insist = async <T>(what: string, send: () => Promise<Answer<T>>): Promise<T | undefined> => {
		for (;;) {
			await running.promise;
			const life = report.kills;
			const answer = await Promise.race([send(), pause(ANSWER_MAX)]).catch(() => undefined);
			if (answer && answer.status < 300) return answer.body;
			if (answer) {
				report.faults.push(`after ${report.kills} kills, ${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
				return undefined;
			}
			report.cut += 1;
			// The connection is gone a moment before the process is.
			while (life === report.kills && !isOver) await pause(5);
		}
	};

	const makeAttempt = async (writer: Writer, echoId: string): Promise<Attempt | undefined> => {
		const { visitor, conversationId } = writer;
		const read = (body: unknown) => body as Message;
		const message = { content: echoId, echo_id: echoId };
		const write = (more = {}) => visitor.call('messages', { body: { message: { ...message, ...more } } });
		switch (random.below(6)) {
			case 0:
				return {
					echoId,
					send: () => visitor.call('conversations', { body: { message } }),
					read: (body) => (body as { messages: Message[] }).messages.find(({ echo_id }) => echo_id === echoId),
				};
			case 1:
				return { echoId, send: () => sendForm(origin, visitor, echoId), read };
			case 2: {
				const signedId = await upload(visitor);
				return signedId === undefined ? undefined : { echoId, send: () => write({ attachments: [signedId] }), read };
			}
			case 3: {
				if (conversationId === undefined) break;
				const path = `conversations/${conversationId}/messages`;
				return { echoId, send: () => agent.call(path, { body: message }), read };
			}
		}
		return { echoId, send: () => write(), read };
	};

	const upload = async (visitor: Visitor): Promise<string | undefined> => {
		const blob = {
			filename: 'cat.png',
			content_type: 'image/png',
			byte_size: PICTURE.length,
			checksum: createHash('md5').update(PICTURE).digest('base64'),
		};
		const announced = await insist('announced file', () =>
			visitor.call<DirectUpload>('direct_uploads', { body: { blob } }),
		);
		if (!announced) return undefined;
		const { url, headers } = announced.direct_upload;
		await insist('file', async () => {
			const { status } = await fetch(new URL(url, origin), { method: 'PUT', headers, body: PICTURE });
			return { status, headers: new Headers(), body: undefined };
		});
		return announced.signed_id;
	};

	const write = async (writer: Writer): Promise<void> => {
		while (!isOver) {
			const attempt = await makeAttempt(writer, `message ${written++}`);
			if (!attempt) continue;
			const body = await insist(attempt.echoId, attempt.send);
			const message = body === undefined ? undefined : attempt.read(body);
			if (!message) continue;
			report.messages += 1;
			writer.conversationId = message.conversation_id;
			writer.answered.push({ attempt, message });
			if (writer.answered.length > REMEMBERED) await repeat(writer.answered.shift());
		}
	};

	/** What was answered is answered again with the same message. */
	const repeat = async (answered: Writer['answered'][number] | undefined): Promise<void> => {
		if (!answered) return;
		const { attempt, message } = answered;
		const body = await insist(`${attempt.echoId} again`, attempt.send);
		if (body === undefined) return;
		const again = attempt.read(body);
		if (describe(again) !== describe(message))
			report.faults.push(`${attempt.echoId} was ${describe(message)}, and again ${describe(again)}`);
	};

	const writers = await Promise.all(
		Array.from({ length: WRITERS }, async (): Promise<Writer> => {
			return { visitor: await createVisitor(origin), conversationId: undefined, answered: [] };
		}),
	);
	const writing = Promise.all(writers.map(write));
	try {
		while (report.kills < count) {
			await Promise.race([pause(random.below(random.oneOf(LIVES))), writing]);
			running = Promise.withResolvers();
			await server.kill();
			report.kills += 1;
			server = await startServer({ port, dataDir });
			running.resolve();
			onKill(report);
		}
		isOver = true;
		await writing;
		for (const { answered } of writers) for (const one of answered.splice(0)) await repeat(one);
		report.faults.push(...checkStored(dataDir));
	} finally {
		isOver = true;
		running.resolve();
		await server.stop();
		await first.stop();
	}
	return report;
}

async function sendForm(origin: string, visitor: Visitor, echoId: string): Promise<Answer> {
	const form = new FormData();
	form.append('message[content]', echoId);
	form.append('message[echo_id]', echoId);
	form.append('message[attachments][]', new File([PICTURE], 'cat.png', { type: 'image/png' }));
	const answer = await fetch(new URL('/api/v1/widget/messages?website_token=demo', origin), {
		method: 'POST',
		headers: { 'X-Auth-Token': visitor.authToken },
		body: form,
	});
	return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

/** What stays the same however often a message is answered. */
function describe(message: Message | undefined): string {
	if (!message) return 'nothing';
	const { id, conversation_id, content, echo_id, created_at, attachments = [] } = message;
	const files = attachments.map((attachment) => attachment.id);
	return JSON.stringify({ id, conversation_id, content, echo_id, created_at, files });
}

/**
 * Each message is stored once, in its writer's order and with its file, and the database is sound.
 */
function checkStored(dataDir: string): string[] {
	const file = new Database(join(dataDir, 'live-chat.sqlite'), { readonly: true });
	try {
		const stored = file
			.prepare<[], { conversation: number; echo: string }>(
				"select conversation_id as conversation, echo_id as echo from messages where echo_id like 'message %' order by id",
			)
			.all();
		const last = new Map<number, number>();
		const faults: string[] = [];
		for (const { conversation, echo } of stored) {
			const number = Number(echo.split(' ')[1]);
			// One writer writes into a conversation, or has the agent write.
			if (number <= (last.get(conversation) ?? -1)) faults.push(`${echo} is stored twice, or too late`);
			last.set(conversation, number);
		}
		const unclaimed = file
			.prepare(
				'select a.id from attachments a left join blobs b on b.id = a.blob_id where b.claimed_at is null or b.stored_at is null',
			)
			.all();
		if (unclaimed.length > 0) faults.push(`attached without their files: ${JSON.stringify(unclaimed)}`);
		const sound = file.pragma('integrity_check', { simple: true });
		if (sound !== 'ok') faults.push(`the database is not sound: ${String(sound)}`);
		return faults;
	} finally {
		file.close();
	}
}
