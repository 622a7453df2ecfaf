/** Who the agent is: signed in by a one-time link, by an access token, or by what an earlier visit kept. */
import { atom } from 'jotai';
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import type { Profile } from '#protocol/entities.ts';
import { readStored, removeStored, writeStored } from '../../widget/transport/storage.ts';
import { store } from '../store.ts';
import { actAs, call, isRefusal } from './api.ts';
import type { LoginLink } from './loginLink.ts';

/** The access token, kept across reloads. */
const ACCESS_TOKEN = 'desk:access-token';

/** Why somebody is not signed in. */
export type SignInProblem = 'LINK_SPENT' | 'TOKEN_REFUSED' | 'UNREACHABLE';

export type Session =
	| { state: 'checking' }
	| { state: 'signed-out'; problem?: SignInProblem }
	| { state: 'signed-in'; agent: Profile };

const privateSessionAtom = atom<Session>({ state: 'checking' });

export const sessionAtom = atom((get) => get(privateSessionAtom));

/** The signed-in agent, or undefined. */
export const agentAtom = atom((get) => {
	const session = get(privateSessionAtom);
	return session.state === 'signed-in' ? session.agent : undefined;
});

/** At start: the link that brought the agent here, else the token of an earlier visit. */
export async function resumeSession(link: LoginLink | undefined): Promise<void> {
	const accessToken = readStored(ACCESS_TOKEN);
	if (link) await signInWithLink(link);
	else if (typeof accessToken === 'string') await signInWithToken(accessToken);
	else store.set(privateSessionAtom, { state: 'signed-out' });
}

export async function signInWithToken(accessToken: string): Promise<void> {
	store.set(privateSessionAtom, { state: 'checking' });
	actAs({ accessToken });
	try {
		enter(await call(applicationRoutes.showProfile, {}));
	} catch (error) {
		leave(isRefusal(error) ? 'TOKEN_REFUSED' : 'UNREACHABLE');
	}
}

export function signOut(): void {
	leave(undefined);
	removeStored(ACCESS_TOKEN);
}

async function signInWithLink(link: LoginLink): Promise<void> {
	try {
		const { data } = await call(applicationRoutes.signIn, { body: link });
		enter(data);
	} catch (error) {
		leave(isRefusal(error) ? 'LINK_SPENT' : 'UNREACHABLE');
	}
}

function enter(agent: Profile): void {
	writeStored(ACCESS_TOKEN, agent.access_token);
	actAs({ accessToken: agent.access_token, accountId: agent.account_id });
	store.set(privateSessionAtom, { state: 'signed-in', agent });
}

function leave(problem: SignInProblem | undefined): void {
	if (problem === 'TOKEN_REFUSED') removeStored(ACCESS_TOKEN);
	store.set(privateSessionAtom, { state: 'signed-out', ...(problem && { problem }) });
}
