/**
 * Load for tests of faults: visitors who repeat each message, with its echo id, until it is
 * acknowledged.
 */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestContext } from 'node:test';
import { PATIENTLY } from '../../support/until.ts';
import { createVisitor, readAll, type Visitor } from '../api.ts';

/** Milliseconds between two attempts of one visitor. */
const PAUSE = 40;
/** Milliseconds after which an attempt is given up, and made again. */
const ATTEMPT_MAX = 10_000;

interface Writer {
	visitor: Visitor;
	/** In the order of writing. */
	texts: string[];
}

export interface Writers {
	visitors: readonly Visitor[];
	/** How many attempts have failed. */
	readonly refused: number;
	/** Waits for so many more acknowledged messages. */
	untilAcknowledged(count: number): Promise<void>;
	/**
	 * Waits for so many more attempts that fail: with a status of at least 500, or without an
	 * answer.
	 */
	untilRefused(count: number): Promise<void>;
	/**
	 * Ends once all are acknowledged, and checks that each is stored once and in its writer's
	 * order.
	 */
	finish(): Promise<void>;
}

export async function startWriters(t: TestContext, origin: string, count: number): Promise<Writers> {
	const writers = await Promise.all(
		Array.from({ length: count }, async (): Promise<Writer> => ({ visitor: await createVisitor(origin), texts: [] })),
	);
	let [acknowledged, refused] = [0, 0];
	let isOver = false;
	/** Answers whether it was acknowledged. */
	const attempt = async (visitor: Visitor, text: string) => {
		const sent = visitor.call('messages', { body: { message: { content: text, echo_id: text } } });
		const answer = await Promise.race([sent, pause(ATTEMPT_MAX)]).catch(() => undefined);
		assert.ok(!answer || answer.status === 200 || answer.status >= 500, `${answer?.status}`);
		return answer?.status === 200;
	};
	const write = async ({ visitor, texts }: Writer, index: number): Promise<void> => {
		while (!isOver) {
			const text = `${texts.length} of writer ${index}`;
			texts.push(text);
			while (!(await attempt(visitor, text))) {
				refused += 1;
				await pause(PAUSE);
			}
			acknowledged += 1;
			await pause(PAUSE);
		}
	};
	const running = Promise.all(writers.map(write));
	running.catch(() => undefined);
	t.after(() => {
		isOver = true;
	});
	const wait = async (read: () => number, more: number) => {
		const begun = read();
		await Promise.race([t.waitFor(() => assert.ok(read() >= begun + more), PATIENTLY), running]);
	};
	return {
		visitors: writers.map(({ visitor }) => visitor),
		get refused() {
			return refused;
		},
		untilAcknowledged: (more) => wait(() => acknowledged, more),
		untilRefused: (more) => wait(() => refused, more),
		async finish() {
			isOver = true;
			await running;
			for (const { visitor, texts } of writers) {
				const stored = (await readAll((query) => visitor.messages(query))).filter(({ content }) =>
					content?.includes(' of writer '),
				);
				assert.deepEqual(
					stored.map(({ content }) => content),
					texts,
				);
			}
		},
	};
}
