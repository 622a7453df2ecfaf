/** The team's REST calls, as the signed-in agent. */
import { DESK_HEADER } from '#protocol/deskSessionRoutes.ts';
import { READ_TIMEOUT, SEND_TIMEOUT } from '#protocol/limits.ts';
import { createRestClient, RequestError, type RestClient } from '#client/rest.ts';

interface Asker {
	/** Undefined while nobody is signed in. */
	accountId?: number;
}

let current: Asker = {};

/** From now on calls are this agent's, or nobody's. Who that is the server knows by the cookie. */
export function actAs(agent: Asker): void {
	current = agent;
}

const callServer = createRestClient({
	baseUrl: '',
	headers: () => ({ [DESK_HEADER]: '1' }),
	query: () => ({}),
	hasCookies: true,
});

/**
 * `call(applicationRoutes.showProfile, {})`; rejects with a `RequestError`: with ABORTED once the agent who asked is gone, so
 * that the next one at this browser is told nothing of it.
 */
export const call: RestClient<never> = async (route, input, options) => {
	const asker = current;
	const timeout = route.method === 'GET' ? READ_TIMEOUT : SEND_TIMEOUT;
	const answer = callServer(route, input, { timeout, ...options });
	await Promise.allSettled([answer]);
	if (asker !== current) throw new RequestError('ABORTED', 'Signed out');
	return answer;
};

/** Whether a call was ended on this side: nobody waits for it. */
export function isAborted(error: unknown): boolean {
	return error instanceof RequestError && error.code === 'ABORTED';
}

/** The path parameters of every route below an account. */
export function account(): { account_id: number } {
	if (current.accountId === undefined) throw new Error('Nobody is signed in');
	return { account_id: current.accountId };
}
