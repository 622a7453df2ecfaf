/**
 * What an operator watches, in the format of Prometheus (docs/operating.md, Metrics). Labels have
 * few values, and none that a visitor chooses.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export interface AnsweredRequest {
	method: string;
	/**
	 * The route's pattern, such as `/api/v1/accounts/:account_id/conversations`; undefined where
	 * there is no such route.
	 */
	route: string | undefined;
	status: number;
	milliseconds: number;
}

/** What is read at the moment of asking. */
export interface MetricsState {
	connections: readonly { protocol: string; side: string; count: number }[];
	/** Undefined while the database does not answer. */
	queues: readonly QueueState[] | undefined;
	/** Bytes that are free on the disk of DATA_DIR. */
	diskFree: number;
}

/** The deliveries to receivers of one kind. */
export interface QueueState {
	kind: string;
	waiting: number;
	/** Seconds since the oldest that waits was written; 0 where none waits. */
	oldest: number;
	givenUp: number;
}

export interface Metrics {
	contentType: string;
	noteRequest(request: AnsweredRequest): void;
	noteStatement(sql: string, milliseconds: number): void;
	/** Counts one attempt at a delivery. */
	noteDelivery(kind: string, outcome: string): void;
	write(state: MetricsState): Promise<string>;
}

/** Label of requests for which there is no route. */
const NO_ROUTE = 'none';

/** Seconds. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const STATEMENT_BUCKETS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.25, 1, 5];

/** Statements by their first word; all others are counted together. */
const STATEMENT = /^\s*(select|insert|update|delete|with|commit)\b/i;

export function createMetrics(): Metrics {
	const registry = new Registry();
	const registers = [registry];
	// Memory, processor time, garbage collection, and the delay of the event loop.
	collectDefaultMetrics({ register: registry });

	const requests = new Counter({
		name: 'live_chat_http_requests_total',
		help: 'Requests that were answered',
		labelNames: ['method', 'route', 'status'],
		registers,
	});
	const requestTimes = new Histogram({
		name: 'live_chat_http_request_seconds',
		help: 'Time from a request to the end of its answer',
		labelNames: ['route'],
		buckets: REQUEST_BUCKETS,
		registers,
	});
	const statementTimes = new Histogram({
		name: 'live_chat_database_statement_seconds',
		help: 'Time of a database statement',
		labelNames: ['statement'],
		buckets: STATEMENT_BUCKETS,
		registers,
	});
	const attempts = new Counter({
		name: 'live_chat_delivery_attempts_total',
		help: 'Attempts to deliver to webhooks, bots and the mail server',
		labelNames: ['kind', 'outcome'],
		registers,
	});
	const connections = new Gauge({
		name: 'live_chat_connections',
		help: 'Realtime connections of this process',
		labelNames: ['protocol', 'side'],
		registers,
	});
	const isDatabaseUp = new Gauge({
		name: 'live_chat_database_up',
		help: '1 while the database answers, else 0',
		registers,
	});
	const diskFree = new Gauge({
		name: 'live_chat_disk_free_bytes',
		help: 'Bytes that are free on the disk of DATA_DIR',
		registers,
	});
	const waiting = new Gauge({
		name: 'live_chat_deliveries_waiting',
		help: 'Deliveries in the queue, which all processes share',
		labelNames: ['kind'],
		registers,
	});
	const oldest = new Gauge({
		name: 'live_chat_deliveries_oldest_seconds',
		help: 'Age of the oldest delivery in the queue',
		labelNames: ['kind'],
		registers,
	});
	const givenUp = new Gauge({
		name: 'live_chat_deliveries_given_up',
		help: 'Deliveries that were given up and are kept',
		labelNames: ['kind'],
		registers,
	});

	return {
		contentType: registry.contentType,

		noteRequest({ method, route = NO_ROUTE, status, milliseconds }) {
			requests.inc({ method, route, status });
			requestTimes.observe({ route }, milliseconds / 1_000);
		},

		noteStatement(sql, milliseconds) {
			const statement = STATEMENT.exec(sql)?.[1]?.toLowerCase() ?? 'other';
			statementTimes.observe({ statement }, milliseconds / 1_000);
		},

		noteDelivery: (kind, outcome) => attempts.inc({ kind, outcome }),

		write(state) {
			for (const gauge of [connections, waiting, oldest, givenUp]) gauge.reset();
			for (const { protocol, side, count } of state.connections) connections.set({ protocol, side }, count);
			diskFree.set(state.diskFree);
			isDatabaseUp.set(state.queues ? 1 : 0);
			for (const { kind, ...queue } of state.queues ?? []) {
				waiting.set({ kind }, queue.waiting);
				oldest.set({ kind }, queue.oldest);
				givenUp.set({ kind }, queue.givenUp);
			}
			return registry.metrics();
		},
	};
}
