/**
 * A server under load whose process, disk, clock or network fails: everything that it acknowledged
 * is there, once and in order.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test, type TestContext } from 'node:test';
import { ROOT } from '../../../src/build/root.ts';
import { killOften } from '../../kills/killOften.ts';
import { startServer } from '../../support/server.ts';
import { SlowLink } from '../../support/slowLink.ts';
import { PATIENTLY } from '../../support/until.ts';
import { createVisitor } from '../api.ts';
import { connectSocketIo } from '../realtime/cableClients.ts';
import { startWriters } from './startWriters.ts';

const WRITERS = 5;
const KILLS = 20;

test(`killed with -9 ${KILLS} times, it loses and reorders no message, and answers a repetition with the stored one`, async () => {
	const { messages, faults } = await killOften(KILLS, Date.now() % 2 ** 31);
	assert.ok(messages > KILLS, `${messages}`);
	assert.deepEqual(faults, []);
});

/** Megabytes: more than the demo's data take. */
const SMALL_DISK = 24;

/** A disk of its own, or undefined where the system does not let us have one. */
function mountSmallDisk(t: TestContext): string | undefined {
	const folder = mkdtempSync(join(tmpdir(), 'live-chat-disk-'));
	try {
		execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SMALL_DISK}m`, 'tmpfs', folder], { stdio: 'ignore' });
	} catch {
		rmdirSync(folder);
		return undefined;
	}
	t.after(() => {
		execFileSync('umount', ['-l', folder]);
		rmdirSync(folder);
	});
	return folder;
}

test('while its disk is full it refuses to write and still reads, and afterwards goes on', async (t) => {
	const dataDir = mountSmallDisk(t);
	if (dataDir === undefined) return t.skip('mounting a tmpfs is not permitted here');
	const server = await startServer({ dataDir });
	t.after(() => server.stop());
	const writers = await startWriters(t, server.origin, WRITERS);
	await writers.untilAcknowledged(WRITERS);
	const filler = join(dataDir, 'filler');
	// More than there is room for, since the server writes as well.
	const { blocks, bsize } = statfsSync(dataDir);
	assert.throws(() => writeFileSync(filler, Buffer.alloc(blocks * bsize)), { code: 'ENOSPC' });
	await writers.untilRefused(3 * WRITERS);
	const [visitor] = writers.visitors;
	assert.ok(visitor && (await visitor.messages()).length > 0, 'it reads');
	rmSync(filler);
	await writers.untilAcknowledged(2 * WRITERS);
	await writers.finish();
});

test('while its clock is set back and ahead by an hour it keeps the order, its connections and its sessions', async (t) => {
	const hook = pathToFileURL(`${ROOT}/test/support/wrongClock.ts`).href;
	const settings = { NODE_OPTIONS: `--import=${hook}`, WRONG_CLOCK: '-1,1,0' };
	const server = await startServer({ settings });
	t.after(() => server.stop());
	const writers = await startWriters(t, server.origin, WRITERS);
	const watcher = await createVisitor(server.origin);
	let hasEnded = false;
	const socket = await connectSocketIo(server.origin, { pubsub_token: watcher.pubsubToken }, () => (hasEnded = true));
	t.after(() => socket.close());
	/** Hours by which the server's clock is ahead of ours. */
	const readClock = async () => {
		const newcomer = await createVisitor(server.origin);
		const { created_at } = await newcomer.write('What time is it?');
		return Math.round((created_at * 1_000 - Date.now()) / 3_600_000);
	};
	for (const hours of [0, -1, 1, 0]) {
		await t.waitFor(async () => assert.ok((await readClock()) === hours), PATIENTLY);
		await writers.untilAcknowledged(2 * WRITERS);
		const { id } = await watcher.write(`At ${hours}`);
		await socket.next('message.created', (message) => message.id === id);
		process.kill(server.pid, 'SIGUSR2');
	}
	await writers.finish();
	for (const visitor of [watcher, ...writers.visitors]) {
		const messages = await visitor.messages();
		const byTime = messages.toSorted((one, other) => one.created_at - other.created_at || one.id - other.id);
		assert.deepEqual(
			byTime.map(({ id }) => id),
			messages.map(({ id }) => id),
		);
	}
	assert.equal(hasEnded, false);
});

test('over a line that delays by 300 ms and loses a hundredth, everything arrives once and in order', async (t) => {
	const server = await startServer();
	const link = new SlowLink({ roundTrip: 600, megabits: 10, loss: 0.01 });
	const far = `http://127.0.0.1:${await link.leadTo(server.port)}`;
	t.after(async () => {
		link.close();
		await server.stop();
	});
	const writers = await startWriters(t, far, WRITERS);
	await writers.untilAcknowledged(WRITERS);
	const listeners = await Promise.all(
		writers.visitors.map(({ pubsubToken }) => connectSocketIo(far, { pubsub_token: pubsubToken })),
	);
	t.after(() => {
		for (const listener of listeners) listener.close();
	});
	const after = await Promise.all(writers.visitors.map(async (visitor) => (await visitor.messages()).at(-1)?.id ?? 0));
	await writers.untilAcknowledged(10 * WRITERS);
	await writers.finish();
	for (const [index, visitor] of writers.visitors.entries()) {
		const stored = (await visitor.messages(`after=${after[index]}`)).map(({ id }) => id);
		const heard = () => {
			const created = (listeners[index]?.received ?? []).filter(({ event }) => event === 'message.created');
			return created.map(({ data }) => (data as { id: number }).id).filter((id) => id > (after[index] ?? 0));
		};
		await t.waitFor(() => assert.deepEqual(heard(), stored), PATIENTLY);
	}
});
