/** The team's REST calls, as the signed-in agent. */
import { DESK_HEADER } from '#protocol/deskSessionRoutes.ts';
import { READ_TIMEOUT, SEND_TIMEOUT } from '#protocol/limits.ts';
import { createRestClient, RequestError, type RestClient } from '#client/rest.ts';

interface Asker {
	/** Undefined while no agent is signed in. */
	accountId?: number;
}

let current: Asker = {};

/** Makes calls on behalf of this agent, or of none, from now on. The server knows the agent by the cookie. */
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
 * `call(applicationRoutes.showProfile, {})`. Rejects with a `RequestError`; with ABORTED if the agent has signed out since,
 * so that the next agent at this browser does not get the answer.
 */
export const call: RestClient<never> = async (route, input, options) => {
	const asker = current;
	const timeout = route.method === 'GET' ? READ_TIMEOUT : SEND_TIMEOUT;
	const answer = callServer(route, input, { timeout, ...options });
	await Promise.allSettled([answer]);
	if (asker !== current) throw new RequestError('ABORTED', 'Signed out');
	return answer;
};

/** Whether a call was aborted on this side, so that its error is not shown. */
export function isAborted(error: unknown): boolean {
	return error instanceof RequestError && error.code === 'ABORTED';
}

/** The path parameters of every route below an account. */
export function account(): { account_id: number } {
	if (current.accountId === undefined) throw new Error('No agent is signed in');
	return { account_id: current.accountId };
}
