/** The team's REST calls, as the signed-in agent. */
import { createRestClient } from '../../widget/transport/rest.ts';

interface Credentials {
	accessToken: string;
	accountId: number;
}

let credentials: Partial<Credentials> = {};

/** From now on calls are this agent's; the account is not known before the profile is. */
export function actAs(agent: Pick<Credentials, 'accessToken'> & Partial<Credentials>): void {
	credentials = agent;
}

/** `call(applicationRoutes.showProfile, {})`; rejects with a `RequestError`. */
export const call = createRestClient({
	baseUrl: '',
	headers: () => (credentials.accessToken ? { api_access_token: credentials.accessToken } : {}),
	query: () => ({}),
});

/** The path parameters of every route below an account. */
export function account(): { account_id: number } {
	if (credentials.accountId === undefined) throw new Error('Nobody is signed in');
	return { account_id: credentials.accountId };
}
