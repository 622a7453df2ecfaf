import { MEGABYTE } from '#protocol/entities/attachments.ts';
import type { publicRoutes } from '#protocol/publicRoutes.ts';
import { withTimeout } from '../base/withTimeout.ts';
import { refuse, HttpError } from './routing/httpError.ts';
import type { Handlers } from './routing/registerRoutes.ts';
import type { Services } from '../services/services.ts';

type HealthHandlers = Pick<Handlers<typeof publicRoutes>, 'healthz' | 'readyz'>;

/** What monitors and balancers ask. */
export function healthHandlers({ store, files, checkRedis }: Services): HealthHandlers {
	return {
		async healthz({ reply }) {
			reply.header('Cache-Control', 'no-store');
			if (!(await answers(store.check()))) throw refuse(503, 'The database does not answer');
			return { status: 'ok', database: store.database };
		},

		async readyz({ reply }) {
			reply.header('Cache-Control', 'no-store');
			const [hasDatabase, redis, s3, free] = await Promise.all([
				answers(store.check()),
				stateOf(checkRedis),
				stateOf(files.checkStorage),
				files.freeBytes(),
			]);
			const disk = free < DISK_FULL ? ('full' as const) : ('ok' as const);
			const parts = { database: hasDatabase ? ('ok' as const) : ('away' as const), redis, s3, disk };
			if (Object.values<string>(parts).some((state) => state === 'away' || state === 'full'))
				throw new HttpError(503, { status: 'away', ...parts });
			return { status: 'ok', ...parts };
		},
	};
}

/** Bytes: SQLite's log grows to several times as much before it is copied. */
const DISK_FULL = 8 * MEGABYTE;

/** Milliseconds for each part to answer: monitors wait for less than 2 s. */
const CHECK_TIME = 1_500;

/** Of a part that an installation may do without. */
async function stateOf(check: (() => Promise<unknown>) | undefined): Promise<'ok' | 'away' | 'none'> {
	if (!check) return 'none';
	return (await answers(check())) ? 'ok' : 'away';
}

async function answers(check: Promise<unknown>): Promise<boolean> {
	return withTimeout(CHECK_TIME, check).then(
		() => true,
		() => false,
	);
}
