/** What one attacker does to the other visitors of a server, and to its memory. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { createVisitor, type Visitor } from '../server/api.ts';
import { residentMemory } from '../support/residentMemory.ts';
import { startServer } from '../support/server.ts';
import type { AttackName } from './attacks.ts';

/** Of sending a message, in milliseconds. */
export interface Latency {
	median: number;
	p99: number;
	count: number;
}

export interface Measured {
	quiet: Latency;
	attacked: Latency;
	/** Answers to the others that were not 200, by status. */
	refused: Record<number, number>;
	/**
	 * Megabytes of the server's process: its most while it was quiet, and while it was attacked.
	 * Undefined where there is no /proc.
	 */
	memory: { quiet: number; attacked: number } | undefined;
	/** How often a step of the attack ended in this way. */
	outcomes: Record<string, number>;
}

/**
 * Other visitors, each from an address of its own, and milliseconds between two messages of one:
 * 100 in a minute, of the 120 that one may send.
 */
const VISITORS = 5;
const PERIOD = 600;
const SAMPLE_PERIOD = 250;

/** As long without the attack as with it. */
export async function measureAttack(attack: AttackName, seconds: number): Promise<Measured> {
	const server = await startServer({ hasRateLimits: true, pace: 1 });
	try {
		const visitors = await Promise.all(Array.from({ length: VISITORS }, () => createVisitor(server.origin)));
		const refused: Record<number, number> = {};
		const watch = async (time: number) => {
			const memory = watchMemory(server.pid);
			const latency = await timeSending(visitors, time, refused);
			return { latency, memory: memory.stop() };
		};
		// The first messages are slow, as those after every start.
		await timeSending(visitors, Math.min(seconds, 10), {});
		const quiet = await watch(seconds);
		const { result: attacked, outcomes } = await during({ attack, origin: server.origin, address: ATTACKER }, () =>
			watch(seconds),
		);
		return {
			quiet: quiet.latency,
			attacked: attacked.latency,
			refused,
			memory:
				quiet.memory === undefined || attacked.memory === undefined
					? undefined
					: { quiet: quiet.memory, attacked: attacked.memory },
			outcomes,
		};
	} finally {
		await server.kill();
		await server.stop();
	}
}

/**
 * What the others notice of several attacks on one server, each from an address of its own, for so
 * many seconds.
 */
export async function measureShortly(
	attacks: readonly AttackName[],
	seconds: number,
): Promise<{ quiet: Latency; attacked: Map<AttackName, Latency>; refused: Record<number, number> }> {
	const server = await startServer({ hasRateLimits: true, pace: 1 });
	try {
		const visitors = await Promise.all(Array.from({ length: VISITORS }, () => createVisitor(server.origin)));
		const refused: Record<number, number> = {};
		await timeSending(visitors, seconds, {});
		const quiet = await timeSending(visitors, seconds, refused);
		const attacked = new Map<AttackName, Latency>();
		for (const [index, attack] of attacks.entries()) {
			const { result } = await during({ attack, origin: server.origin, address: `203.0.113.${index + 1}` }, () =>
				timeSending(visitors, seconds, refused),
			);
			attacked.set(attack, result);
		}
		return { quiet, attacked, refused };
	} finally {
		await server.kill();
		await server.stop();
	}
}

const ATTACKER = '203.0.113.66';

/** Attacks while `work` runs, once it is prepared. */
async function during<T>(
	{ attack, origin, address }: { attack: AttackName; origin: string; address: string },
	work: () => Promise<T>,
): Promise<{ result: T; outcomes: Record<string, number> }> {
	const attacker = fork(`${import.meta.dirname}/attackProgram.ts`, [origin, attack, address]);
	try {
		await once(attacker, 'message');
		const result = await work();
		attacker.send('outcomes');
		const [outcomes] = (await once(attacker, 'message')) as [Record<string, number>];
		return { result, outcomes };
	} finally {
		attacker.kill('SIGKILL');
	}
}

/**
 * Sends at fixed times, without waiting for earlier answers: visitors write also while a server
 * stalls.
 */
async function timeSending(visitors: Visitor[], seconds: number, refused: Record<number, number>): Promise<Latency> {
	const times: number[] = [];
	const send = async (visitor: Visitor, index: number) => {
		const begunAt = performance.now();
		const { status } = await visitor.call('messages', {
			body: { message: { content: `Hello ${begunAt}` } },
			headers: { 'x-forwarded-for': `198.51.100.${index + 1}` },
		});
		times.push(performance.now() - begunAt);
		if (status !== 200) refused[status] = (refused[status] ?? 0) + 1;
	};
	const sending: Promise<void>[] = [];
	const count = Math.ceil((seconds * 1_000 * visitors.length) / PERIOD);
	const begunAt = performance.now();
	for (let sent = 0; sent < count; sent++) {
		const index = sent % visitors.length;
		await pause(Math.max(0, begunAt + (sent * PERIOD) / visitors.length - performance.now()));
		const visitor = visitors[index];
		if (visitor) sending.push(send(visitor, index));
	}
	await Promise.all(sending);
	const sorted = times.toSorted((a, b) => a - b);
	const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
	return { median: at(0.5), p99: at(0.99), count: sorted.length };
}

/** `stop` answers the most that the process had at one of many looks. */
function watchMemory(pid: number): { stop(): number | undefined } {
	let most = megabytesOf(pid);
	const timer = setInterval(() => {
		const now = megabytesOf(pid);
		if (now !== undefined) most = Math.max(most ?? 0, now);
	}, SAMPLE_PERIOD);
	return {
		stop() {
			clearInterval(timer);
			return most;
		},
	};
}

function megabytesOf(pid: number): number | undefined {
	const kilobytes = residentMemory(pid);
	return kilobytes === undefined ? undefined : kilobytes / 1_000;
}
