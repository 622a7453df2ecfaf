/** The team's REST calls, as the signed-in agent. */
import { atom, type Getter } from 'jotai/vanilla';
import { DESK_HEADER } from '#protocol/application/deskSessionRoutes.ts';
import { READ_TIMEOUT, SEND_TIMEOUT } from '#protocol/base/limits.ts';
import type { Route, RouteResponse } from '#protocol/base/routes.ts';
import { type CallInput, type CallOptions, createRestClient, RequestError, sendJson } from '#client/rest.ts';

interface Caller {
	/** Undefined while no agent is signed in. */
	accountId?: number;
}

const callerAtom = atom<Caller>({});

/**
 * Makes calls on behalf of this agent, or of none, from now on. The server knows the agent by the
 * cookie.
 */
export const actAs = atom(null, (_get, set, caller: Caller) => set(callerAtom, caller));

const callServer = createRestClient({
	baseUrl: '',
	headers: () => ({ [DESK_HEADER]: '1' }),
	query: () => ({}),
	hasCookies: true,
});

/**
 * `call(get, applicationRoutes.showProfile, {})`. Rejects with a `RequestError`; with ABORTED if
 * the agent has signed out since, so that the next agent at this browser does not get the answer.
 */
export async function call<R extends Route>(
	get: Getter,
	route: R,
	input: CallInput<R, never>,
	options?: CallOptions,
): Promise<RouteResponse<R>> {
	const caller = get(callerAtom);
	const timeout = route.method === 'GET' ? READ_TIMEOUT : SEND_TIMEOUT;
	const answer = callServer(route, input, { timeout, ...options });
	await Promise.allSettled([answer]);
	if (caller !== get(callerAtom)) throw new RequestError('ABORTED', 'Signed out');
	return answer;
}

/**
 * Has what the call changes be changed only if it still is what the agent has read: otherwise the
 * call rejects with the status 412.
 *
 * @param etag of what was read; undefined to change it in any case
 */
export function unlessChanged(etag: string | undefined): CallOptions {
	if (etag === undefined) return {};
	return { send: (request) => sendJson({ ...request, headers: { ...request.headers, 'If-Match': etag } }) };
}

/** The path parameters of every route below an account. */
export function account(get: Getter): { account_id: number } {
	const { accountId } = get(callerAtom);
	if (accountId === undefined) throw new Error('No agent is signed in');
	return { account_id: accountId };
}
