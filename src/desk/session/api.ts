/** The team's REST calls, as the signed-in agent. */
import { READ_TIMEOUT, SEND_TIMEOUT } from '#protocol/limits.ts';
import { createRestClient, RequestError, type RestClient } from '#client/rest.ts';

interface Credentials {
	accessToken: string;
	accountId: number;
}

let credentials: Partial<Credentials> = {};

/** From now on calls are this agent's, or nobody's; the account is not known before the profile is. */
export function actAs(agent: Partial<Credentials>): void {
	credentials = agent;
}

const callServer = createRestClient({
	baseUrl: '',
	headers: () => (credentials.accessToken ? { api_access_token: credentials.accessToken } : {}),
	query: () => ({}),
});

/**
 * `call(applicationRoutes.showProfile, {})`; rejects with a `RequestError`: with ABORTED once the agent who asked is gone, so
 * that the next one at this browser is told nothing of it.
 */
export const call: RestClient<never> = async (route, input, options) => {
	const asker = credentials;
	const timeout = route.method === 'GET' ? READ_TIMEOUT : SEND_TIMEOUT;
	const answer = callServer(route, input, { timeout, ...options });
	await Promise.allSettled([answer]);
	if (asker !== credentials) throw new RequestError('ABORTED', 'Signed out');
	return answer;
};

/** Whether a call was ended on this side: nobody waits for it. */
export function isAborted(error: unknown): boolean {
	return error instanceof RequestError && error.code === 'ABORTED';
}

/** The path parameters of every route below an account. */
export function account(): { account_id: number } {
	if (credentials.accountId === undefined) throw new Error('Nobody is signed in');
	return { account_id: credentials.accountId };
}
