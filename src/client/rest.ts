/** The REST client: a call is a row of a route table, its types are the row's types. */
import type { RequestErrorCode } from '#protocol/base/errors.ts';
import type { Route, RouteInput, RouteResponse } from '#protocol/base/routes.ts';
import { noteSuccess } from './retry.ts';

/** A call failed. `code` is one of a closed set; the message is for people. */
export class RequestError extends Error {
	readonly code: RequestErrorCode;
	/** The answer's status; undefined when there was no answer. */
	readonly status: number | undefined;
	/** The answer's JSON; undefined when there was none. */
	readonly body: unknown;
	/**
	 * The server asked to wait this many milliseconds before the next attempt; undefined when it
	 * did not.
	 */
	readonly retryAfter: number | undefined;

	constructor(code: RequestErrorCode, message: string, answer?: Omit<Answer, 'ok'>) {
		super(message);
		this.name = 'RequestError';
		this.code = code;
		this.status = answer?.status;
		this.body = answer?.body;
		this.retryAfter = answer?.retryAfter;
	}
}

/**
 * Whether the caller ended the call itself, or no longer wants the result: there is no error to
 * show then.
 */
export function isAborted(error: unknown): boolean {
	return error instanceof RequestError && error.code === 'ABORTED';
}

export interface ClientOptions {
	/** The server's address; '' is the page's own origin. */
	baseUrl: string;
	/** Called for each request, so that a new token is used at once. */
	headers: () => Record<string, string>;
	/** Query parameters of every request. */
	query: () => Record<string, string>;
	/**
	 * Whether calls send the cookies of the page's own origin. By default they do not, since tokens
	 * are sent in headers.
	 */
	hasCookies?: boolean;
}

export interface CallOptions {
	/**
	 * Milliseconds until the call fails with TIMEOUT; without it a call waits for as long as the
	 * browser does.
	 */
	timeout?: number;
	/**
	 * `cache: 'no-cache'` asks the server even where the browser has a fresh answer. `keepalive`
	 * lets the request outlive the page.
	 */
	init?: Pick<RequestInit, 'cache' | 'keepalive'>;
	/** How to send the request, where not as JSON by fetch: such as `withFile` of upload.ts. */
	send?: Send;
}

/**
 * Sends one request and resolves with the answer, whatever its status. Rejects with a
 * `RequestError` and nothing else.
 */
export type Send = (request: Outgoing) => Promise<Answer>;

export interface Outgoing {
	url: string;
	method: Route['method'];
	headers: Record<string, string>;
	/** The body as the route's schema describes it; undefined where the route takes none. */
	body: unknown;
	/** Milliseconds. */
	timeout: number | undefined;
	init: CallOptions['init'];
	hasCookies?: boolean | undefined;
}

export interface Answer {
	ok: boolean;
	status: number;
	/** The JSON; undefined when there is none. */
	body: unknown;
	/** Milliseconds of the header `Retry-After`; undefined where it is missing. */
	retryAfter: number | undefined;
}

/**
 * What a caller passes, which is the route's input without the query parameters that the client
 * fills in.
 */
export type CallInput<R extends Route, Filled extends string> = Loose<WithoutFilled<RouteInput<R>, Filled>>;

type WithoutFilled<T, Filled extends string> = { [P in keyof T]: P extends 'query' ? Omit<T[P], Filled> : T[P] };

/** Makes the parts optional that may be empty. */
type Loose<T> = Omit<T, LooseKeys<T>> & Partial<Pick<T, LooseKeys<T>>>;
type LooseKeys<T> = { [K in keyof T]-?: Partial<T[K]> extends T[K] ? K : never }[keyof T];

export type RestClient<Filled extends string> = <R extends Route>(
	route: R,
	input: CallInput<R, Filled>,
	options?: CallOptions,
) => Promise<RouteResponse<R>>;

/**
 * `Filled` names the query parameters that `query` supplies. Calls reject with a `RequestError` and
 * nothing else.
 */
export function createRestClient<Filled extends string = never>(client: ClientOptions): RestClient<Filled> {
	return async function call<R extends Route>(route: R, input: CallInput<R, Filled>, options: CallOptions = {}) {
		const parts: Parts = input;
		const { send = sendJson, timeout, init } = options;
		const sentAt = performance.now();
		const answer = await send({
			url: address(client, route, parts),
			method: route.method,
			headers: client.headers(),
			body: route.body && (parts.body ?? {}),
			timeout,
			init,
			hasCookies: client.hasCookies,
		});
		if (!answer.ok) throw toRequestError(answer);
		// A page of a proxy, which answers 200 while the server is away, or before the user has
		// signed in to it.
		if (route.response && answer.body === undefined) throw networkError();
		noteSuccess(sentAt);
		// Our own server is trusted: its answer has the type that the route says, unchecked.
		return answer.body as RouteResponse<R>;
	};
}

interface Parts {
	params?: Record<string, string | number>;
	query?: Record<string, string | number | undefined>;
	body?: unknown;
}

function address({ baseUrl, query }: ClientOptions, route: Route, parts: Parts): string {
	const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parts.params?.[name] ?? ''));
	const search = new URLSearchParams(query());
	for (const [name, value] of Object.entries(parts.query ?? {})) {
		if (value !== undefined) search.set(name, `${value}`);
	}
	return baseUrl + path + (String(search) && `?${search}`);
}

export function sendJson(request: Outgoing): Promise<Answer> {
	return fetchAnswer(request, async (response) => parseAnswer(await response.text()));
}

/** Sends a request, if with a body as JSON; `read` makes of the response what its body is. */
export async function fetchAnswer(
	{ url, method, headers, body, timeout, init, hasCookies }: Outgoing,
	read: (response: Response) => Promise<unknown>,
): Promise<Answer> {
	try {
		const response = await fetch(url, {
			method,
			credentials: hasCookies ? 'same-origin' : 'omit',
			...init,
			headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
			...(body !== undefined && { body: JSON.stringify(body) }),
			...(timeout !== undefined && { signal: AbortSignal.timeout(timeout) }),
		});
		const { ok, status, headers: said } = response;
		return { ok, status, body: await read(response), retryAfter: parseDelay(said.get('Retry-After')) };
	} catch (error) {
		const name = error instanceof Error ? error.name : '';
		if (name === 'TimeoutError') throw timedOut(timeout);
		if (name === 'AbortError') throw new RequestError('ABORTED', 'Request aborted');
		throw networkError();
	}
}

/** The error of a request that has got no answer, as far as the client knows. */
export function networkError(): RequestError {
	return new RequestError('NETWORK_ERROR', 'Network Error');
}

/** The error of a request that took longer than `timeout` milliseconds. */
export function timedOut(timeout: number | undefined): RequestError {
	return new RequestError('TIMEOUT', `timeout of ${timeout} ms exceeded`);
}

/**
 * The JSON of an answer; undefined for an empty body, and for one that is not JSON, such as a
 * proxy's error page.
 */
export function parseAnswer(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/**
 * Milliseconds of a `Retry-After` header, which our server writes in seconds, and others may write
 * as a date.
 */
export function parseDelay(header: string | null): number | undefined {
	if (!header) return undefined;
	const delay = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
	return Number.isFinite(delay) ? Math.max(0, delay) : undefined;
}

/** The error for an answer with a status that is no success. */
export function toRequestError(answer: Answer): RequestError {
	return new RequestError('HTTP_ERROR', `Request failed with status code ${answer.status}`, answer);
}
