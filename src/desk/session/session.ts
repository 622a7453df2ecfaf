/** Who the agent is: signed in by a one-time link, by an access token, or by what an earlier visit kept. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import type { Profile } from '#protocol/entities.ts';
import { RequestError } from '#client/rest.ts';
import { readStored, removeStored, writeStored } from '#client/storage.ts';
import { store } from '../common/store.ts';
import { actAs, call } from './api.ts';
import type { LoginLink } from './loginLink.ts';

/** The access token, kept across reloads. */
const ACCESS_TOKEN = 'desk:access-token';

/** Why somebody is not signed in. `FAILED`: the server answered, but not whether the agent may. */
export type SignInProblem = 'LINK_SPENT' | 'TOKEN_REFUSED' | 'FAILED' | 'UNREACHABLE';

export type Session =
	/** At start, until it is known whether the agent has to do anything. */
	{ state: 'resuming' } | SignedOut | { state: 'signed-in'; agent: Profile };

export interface SignedOut {
	state: 'signed-out';
	/** Whether the server is being asked; until it answers, the rest is that of the attempt before. */
	isChecking: boolean;
	problem?: SignInProblem;
	/** What the server has neither taken nor refused, and may be tried again. A link is nowhere else by now. */
	unjudged?: Key;
}

/** What an agent signs in with. */
type Key = { link: LoginLink } | { accessToken: string };

const privateSessionAtom = atom<Session>({ state: 'resuming' });

export const sessionAtom = atom((get) => get(privateSessionAtom));

/** The signed-in agent, or undefined. */
export const agentAtom = atom((get) => {
	const session = get(privateSessionAtom);
	return session.state === 'signed-in' ? session.agent : undefined;
});

/** At start: the link that brought the agent here, else the token of an earlier visit. */
export async function resumeSession(link: LoginLink | undefined): Promise<void> {
	const accessToken = readStored(ACCESS_TOKEN);
	if (link) await signIn({ link });
	else if (typeof accessToken === 'string') await signIn({ accessToken });
	else leave({});
}

/** With an access token, or the link that the server did not judge. */
export async function signIn(key: Key): Promise<void> {
	const session = store.get(privateSessionAtom);
	if (session.state === 'signed-out') {
		if (session.isChecking) return;
		store.set(privateSessionAtom, { ...session, isChecking: true });
	}
	try {
		enter(await askProfile(key));
	} catch (error) {
		const status = error instanceof RequestError ? error.status : undefined;
		if (status === 401) refuse(key);
		else leave({ problem: status === undefined ? 'UNREACHABLE' : 'FAILED', unjudged: key });
	}
}

export function signOut(): void {
	leave({});
	removeStored(ACCESS_TOKEN);
}

async function askProfile(key: Key): Promise<Profile> {
	if ('link' in key) return (await call(applicationRoutes.signIn, { body: key.link })).data;
	actAs({ accessToken: key.accessToken });
	return call(applicationRoutes.showProfile, {});
}

function enter(agent: Profile): void {
	writeStored(ACCESS_TOKEN, agent.access_token);
	actAs({ accessToken: agent.access_token, accountId: agent.account_id });
	store.set(privateSessionAtom, { state: 'signed-in', agent });
}

function refuse(key: Key): void {
	if ('link' in key) return leave({ problem: 'LINK_SPENT' });
	if (readStored(ACCESS_TOKEN) === key.accessToken) removeStored(ACCESS_TOKEN);
	leave({ problem: 'TOKEN_REFUSED' });
}

function leave(why: Pick<SignedOut, 'problem' | 'unjudged'>): void {
	// Those who follow this may have something left to tell the server.
	store.set(privateSessionAtom, { state: 'signed-out', isChecking: false, ...why });
	actAs({});
}
