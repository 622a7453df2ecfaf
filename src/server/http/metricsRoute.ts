/**
 * `GET /metrics`, for the operator's monitoring (docs/operating.md, Metrics): only where a token is
 * set, and only with it.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isSameSecret } from '../base/isSameSecret.ts';
import { withTimeout } from '../base/withTimeout.ts';
import type { Metrics, MetricsState, QueueState } from '../metrics/metrics.ts';
import type { Files } from '../files/files.ts';
import type { Repositories } from '../store/store.ts';
import { refuse } from './routing/httpError.ts';

export interface MetricsOptions {
	metrics: Metrics;
	/** What the caller has to present, as `Authorization: Bearer …`. */
	token: string;
	store: Pick<Repositories, 'deliveries'>;
	countConnections: () => MetricsState['connections'];
	files: Pick<Files, 'freeBytes'>;
}

/** Milliseconds for the database to answer: monitoring matters most while it does not. */
const READ_TIME = 1_500;

export function serveMetrics(app: FastifyInstance, options: MetricsOptions): void {
	const { metrics, token, store, countConnections, files } = options;
	app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
		metrics.noteRequest({
			method,
			route: routeOptions.url,
			status: reply.statusCode,
			milliseconds: reply.elapsedTime,
		});
	});
	app.get('/metrics', async (request, reply) => {
		if (!presents(request, token)) {
			reply.header('WWW-Authenticate', 'Bearer');
			throw refuse(401, 'Invalid Access Token');
		}
		const queues = await withTimeout(READ_TIME, readQueues(store)).catch(() => undefined);
		reply.header('Cache-Control', 'no-store').type(metrics.contentType);
		return metrics.write({ connections: countConnections(), queues, diskFree: await files.freeBytes() });
	});
}

function presents({ headers }: FastifyRequest, token: string): boolean {
	return isSameSecret((headers.authorization ?? '').replace(/^bearer /i, 'bearer '), `bearer ${token}`);
}

const KINDS = ['webhook', 'bot', 'mail', 'push'] as const;

async function readQueues({ deliveries }: MetricsOptions['store']): Promise<QueueState[]> {
	const now = Date.now();
	const [receivers, givenUp] = await Promise.all([deliveries.summarize(), deliveries.countGivenUp()]);
	return KINDS.map((kind) => {
		const ofKind = receivers.filter(({ receiver_type }) => receiver_type === kind);
		return {
			kind,
			waiting: ofKind.reduce((sum, { count }) => sum + count, 0),
			oldest: Math.max(0, ...ofKind.map(({ since }) => (now - since) / 1_000)),
			givenUp: givenUp.find(({ receiver_type }) => receiver_type === kind)?.count ?? 0,
		};
	});
}
