/**
 * Transactions that wait at the same moment share one commit: making it durable can take the disk
 * longer than all of their statements take. Each is acknowledged after that commit. One that fails
 * leaves nothing behind, and does not fail the others.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import { isBusy } from './databaseFaults.ts';
import type { Database } from '../tables/schema.ts';

type Work<T> = (transaction: Transaction<Database>) => Promise<T>;

export type RunTransaction = <T>(work: Work<T>) => Promise<T>;

interface Member {
	/** Runs the work; resolves with the function that tells its caller how it ended. */
	run(transaction: Transaction<Database>): Promise<() => void>;
	reject(error: unknown): void;
}

/** Transactions that share one commit at most. The process does nothing else while they run. */
const TOGETHER_MAX = 32;

/** Milliseconds for which writes wait for the transaction of another process. */
const BUSY_PATIENCE = 3_000;
const BUSY_PAUSE = 100;

const BEGIN = CompiledQuery.raw('savepoint member');
const KEEP = CompiledQuery.raw('release member');
const UNDO = CompiledQuery.raw('rollback to member');

/**
 * For a database that has one connection. Answers a function that runs `work` as one unit, which
 * runs again where the transaction of all failed.
 */
export function createGroupCommit(db: Kysely<Database>): RunTransaction {
	const waiting: Member[] = [];
	let isPlanned = false;

	const plan = (): void => {
		if (isPlanned || waiting.length === 0) return;
		isPlanned = true;
		// By then, all requests that have arrived by now are read, so that their writes share the
		// commit.
		setImmediate(() => void commitNext());
	};

	const commitNext = async (): Promise<void> => {
		await commitTogether(db, waiting.splice(0, TOGETHER_MAX));
		isPlanned = false;
		plan();
	};

	return (work) =>
		new Promise((resolve, reject) => {
			waiting.push({
				run: async (transaction) => {
					const outcome = await runSeparately(transaction, work);
					return 'error' in outcome ? () => reject(outcome.error) : () => resolve(outcome.result);
				},
				reject,
			});
			plan();
		});
}

/** Never rejects. @param since when its members began to wait for another process */
async function commitTogether(
	db: Kysely<Database>,
	members: readonly Member[],
	since = performance.now(),
): Promise<void> {
	try {
		const ends = await db.transaction().execute(async (transaction) => {
			const outcomes: (() => void)[] = [];
			for (const member of members) outcomes.push(await member.run(transaction));
			return outcomes;
		});
		for (const end of ends) end();
	} catch (error) {
		if (isBusy(error) && performance.now() - since < BUSY_PATIENCE) {
			// What is only read goes on during the pause.
			await pause(BUSY_PAUSE);
			return commitTogether(db, members, since);
		}
		if (members.length === 1) return members[0]?.reject(error);
		// The cause may be one of them, such as a row for which the disk has no room.
		for (const member of members) await commitTogether(db, [member], since);
	}
}

/** Rejects only where the failure ended the transaction of all. */
async function runSeparately<T>(
	transaction: Transaction<Database>,
	work: Work<T>,
): Promise<{ result: T } | { error: unknown }> {
	await transaction.executeQuery(BEGIN);
	try {
		const result = await work(transaction);
		await transaction.executeQuery(KEEP);
		return { result };
	} catch (error) {
		try {
			await transaction.executeQuery(UNDO);
			await transaction.executeQuery(KEEP);
		} catch {
			throw error;
		}
		return { error };
	}
}
