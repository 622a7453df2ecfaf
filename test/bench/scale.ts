/**
 * `npm run bench:scale`: every route's p99 with a history of 5,000 messages and of 5,000,000, and
 * their ratio, in one run and by turns. `-- --messages 1000000` takes fewer, `--database
 * postgres://…` a PostgreSQL server in place of SQLite, and words after them choose routes. Needs 4
 * GB on the disk of the folder for temporary files, which are gone afterwards.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addChannel, addToken } from '../support/channel.ts';
import { bundlePrograms } from '../support/programs.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { createDatabase } from '../server/services.ts';
import { ask } from './ask.ts';
import { fillDatabase } from './fillDatabase.ts';
import { type Asked, type Place, SCALE_ROUTES } from './scaleRoutes.ts';

const FEW = 5_000;
/**
 * Each of so many requests; the best round counts, since what else runs on the machine only adds to
 * a time.
 */
const ROUNDS = 3;
const REQUESTS = 100;

interface Opened extends Place {
	close(): Promise<void>;
}

async function open(messages: number, isPostgres: boolean): Promise<Opened> {
	const services = isPostgres ? await createDatabase() : undefined;
	const dataDir = services?.options.dataDir ?? mkdtempSync(join(tmpdir(), 'live-chat-scale-'));
	const databaseUrl = services?.options.databaseUrl;
	const where = { dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) };
	const cleanUp = async () => {
		if (services) await services.cleanUp();
		else rmSync(dataDir, { recursive: true });
	};
	let server: TestServer | undefined;
	try {
		// Makes the tables and the demo's data.
		server = await startServer({ ...where, pace: 1 });
		await addChannel(where, { name: 'Second', websiteToken: 'second' });
		await server.stop();
		const began = performance.now();
		const history = await fillDatabase(where, messages);
		console.log(`${messages} messages made in ${((performance.now() - began) / 1000).toFixed(0)} s`);
		server = await startServer({ ...where, pace: 1 });
		const { origin, agentToken } = server;
		const member = await addToken(where, 'noor@example.com');
		const close = async () => {
			await server?.stop();
			await cleanUp();
		};
		return { origin, history, administrator: agentToken, member, close };
	} catch (error) {
		await server?.stop();
		await cleanUp();
		throw error;
	}
}

/** Milliseconds, and the status. */
async function time(place: Place, row: (place: Place) => Promise<Asked>): Promise<[number, number]> {
	const { path, ...question } = await row(place);
	const began = performance.now();
	const status = await ask(`${place.origin}${path}`, question);
	return [performance.now() - began, status ?? 0];
}

function percentile(times: readonly number[], share: number): number {
	return times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? Number.NaN;
}

const { values, positionals } = parseArgs({
	options: { messages: { type: 'string', default: '5000000' }, database: { type: 'string' } },
	allowPositionals: true,
});
if (values.database !== undefined) process.env['TEST_DATABASE_URL'] = values.database;
await bundlePrograms();
const places: Opened[] = [];
try {
	for (const messages of [FEW, Number(values.messages)])
		places.push(await open(messages, values.database !== undefined));
	const [few, many] = places;
	if (!few || !many) throw new Error('Nothing was opened');
	console.log(`${'milliseconds'.padEnd(50)} p50 few   many    p99 few   many  ratio`);
	for (const [name, row] of SCALE_ROUTES) {
		if (positionals.length > 0 && !positionals.some((word) => name.includes(word))) continue;
		const rounds: { few: number[]; many: number[] }[] = [];
		const statuses = new Set<number>();
		for (let round = 0; round < ROUNDS; round += 1) {
			const times = { few: [] as number[], many: [] as number[] };
			for (let asked = 0; asked < REQUESTS; asked += 1) {
				for (const [place, to] of [
					[few, times.few],
					[many, times.many],
				] as const) {
					const [took, status] = await time(place, row);
					to.push(took);
					statuses.add(status);
				}
			}
			rounds.push(times);
		}
		const of = (size: 'few' | 'many', share: number) =>
			Math.min(...rounds.map((round) => percentile(round[size], share)));
		const [p50, p99] = [0.5, 0.99].map((share) => [of('few', share), of('many', share)] as const);
		if (!p50 || !p99) continue;
		const figures = [...p50, ...p99].map((figure) => figure.toFixed(1).padStart(8)).join('');
		const refusals = [...statuses].filter((status) => status >= 300);
		console.log(
			`${name.padEnd(50)}${figures} ${(p99[1] / p99[0]).toFixed(2).padStart(6)}${refusals.length > 0 ? `  answered ${refusals.join()}` : ''}`,
		);
	}
} finally {
	for (const place of places) await place.close();
}
