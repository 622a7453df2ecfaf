/** Who the agent is: signed in by a one-time link, by an access token, or by the session that the browser has in a cookie. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import type { Profile } from '#protocol/entities.ts';
import { RequestError } from '#client/rest.ts';
import { readStored, removeStored, writeStored } from '#client/storage.ts';
import { store } from '../common/store.ts';
import { actAs, call } from './api.ts';
import type { LoginLink } from './loginLink.ts';

/** Kept until the server has heard that the agent signed out: it alone can take the cookie away. */
const SIGNED_OUT = 'desk:signed-out';

/** Why somebody is not signed in. `FAILED`: the server answered, but not whether the agent may. */
export type SignInProblem = 'COOKIES_DENIED' | 'LINK_SPENT' | 'TOKEN_REFUSED' | 'FAILED' | 'UNREACHABLE';

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

/** What an agent signs in with. `session`: the browser's cookie. */
type Key = { link: LoginLink } | { accessToken: string } | 'session';

/** While the server is told of a sign-out. */
let ending: Promise<void> | undefined;

const privateSessionAtom = atom<Session>({ state: 'resuming' });

export const sessionAtom = atom((get) => get(privateSessionAtom));

/** The signed-in agent, or undefined. */
export const agentAtom = atom((get) => {
	const session = get(privateSessionAtom);
	return session.state === 'signed-in' ? session.agent : undefined;
});

/** At start: by the link that brought the agent here, else by the browser's session. */
export async function resumeSession(link: LoginLink | undefined): Promise<void> {
	// A sign-out that the server has not heard of: the cookie is out of reach for this page.
	if (readStored(SIGNED_OUT) === true) ending = endSession();
	await ending;
	if (link) await signIn({ link });
	else if (readStored(SIGNED_OUT) === true) leave({});
	else await signIn('session');
}

/** With an access token, or with what the server did not judge. */
export async function signIn(key: Key): Promise<void> {
	const session = store.get(privateSessionAtom);
	if (session.state === 'signed-out') {
		if (session.isChecking) return;
		store.set(privateSessionAtom, { ...session, isChecking: true });
	}
	// The link is not spent on a session that the browser would not keep.
	if (key !== 'session' && !navigator.cookieEnabled) return leave({ problem: 'COOKIES_DENIED', unjudged: key });
	try {
		// Its answer would take the new session's cookie away.
		await ending;
		enter(await askProfile(key));
	} catch (error) {
		const status = error instanceof RequestError ? error.status : undefined;
		if (status === 401) refuse(key);
		else leave({ problem: status === undefined ? 'UNREACHABLE' : 'FAILED', unjudged: key });
	}
}

export function signOut(): void {
	writeStored(SIGNED_OUT, true);
	// Those who follow this may have something left to tell the server, and do so as the agent.
	store.set(privateSessionAtom, { state: 'signed-out', isChecking: false });
	actAs({});
	ending = endSession();
}

/** Whether the agent is signed in still: the session may have been ended from elsewhere. */
export async function checkSession(): Promise<void> {
	try {
		await call(applicationRoutes.showProfile, {});
	} catch (error) {
		if (error instanceof RequestError && error.status === 401) leave({});
	}
}

async function endSession(): Promise<void> {
	try {
		await call(applicationRoutes.signOut, {});
	} catch (error) {
		if (!(error instanceof RequestError) || error.status !== 401) return;
	}
	removeStored(SIGNED_OUT);
}

function askProfile(key: Key): Promise<Profile> {
	if (key === 'session') return call(applicationRoutes.showProfile, {});
	const body = 'link' in key ? key.link : { access_token: key.accessToken };
	return call(applicationRoutes.createDeskSession, { body });
}

function enter(agent: Profile): void {
	removeStored(SIGNED_OUT);
	actAs({ accountId: agent.account_id });
	store.set(privateSessionAtom, { state: 'signed-in', agent });
}

function refuse(key: Key): void {
	if (key === 'session') leave({});
	else leave({ problem: 'link' in key ? 'LINK_SPENT' : 'TOKEN_REFUSED' });
}

function leave(why: Pick<SignedOut, 'problem' | 'unjudged'>): void {
	// Those who follow this may have something left to tell the server.
	store.set(privateSessionAtom, { state: 'signed-out', isChecking: false, ...why });
	actAs({});
}
