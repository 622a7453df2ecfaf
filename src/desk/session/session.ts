/**
 * The agent's session: by a password, a one-time link or an access token, or by the cookie that the
 * browser already has.
 */
import { type Atom, atom, type Getter } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { Profile } from '#protocol/entities/entities.ts';
import { RequestError } from '#client/rest.ts';
import { readStored, removeStored, writeStored } from '#client/storage.ts';
import { settingsHref } from '../common/route.ts';
import { actAs, call } from './api.ts';
import type { LoginLink } from './loginLink.ts';

/** Stored until the server has been told of the sign-out: only the server can remove the cookie. */
const SIGNED_OUT = 'desk:signed-out';

/**
 * The name of the channel on which the desk's tabs in one browser hear that an agent has signed in.
 */
const SIGN_INS = 'live-chat-desk:sign-ins';

/**
 * Why the agent is not signed in. `ENDED`: the session of this page is over. `TOO_MANY`: attempts
 * that failed. `FAILED`: the server answered with an error that says nothing about the agent.
 */
export type SignInProblem =
	| 'COOKIES_DENIED'
	| 'LINK_SPENT'
	| 'NOT_SET_UP'
	| 'PASSWORD_REFUSED'
	| 'TOKEN_REFUSED'
	| 'TOO_MANY'
	| 'ENDED'
	| 'FAILED'
	| 'UNREACHABLE';

export type Session =
	/** At the start, until it is known whether the agent has to sign in. */
	{ state: 'resuming' } | Undecided | SignedOut | { state: 'signed-in'; agent: Profile };

/** The agent came by a link that signs another person in, which that person may have sent them. */
export interface Undecided {
	state: 'undecided';
	/** Who is signed in at this browser. */
	agent: Profile;
	link: LoginLink;
}

export interface SignedOut {
	state: 'signed-out';
	/**
	 * Whether a sign-in is under way; until it ends, the other fields are those of the attempt
	 * before.
	 */
	isChecking: boolean;
	problem?: SignInProblem;
	/** Milliseconds until the server takes another attempt, where it has had too many. */
	wait?: number | undefined;
	/**
	 * The link or token that the server has neither accepted nor refused, to try it again. A link
	 * has been removed from the address by then.
	 */
	unjudged?: Key;
}

/**
 * What an agent signs in with. `session` is the browser's cookie. `isAccepted`: whether the agent
 * has been asked about a link of another person than the one who is signed in.
 */
type Key =
	| { email: string; password: string }
	| { link: LoginLink; isAccepted?: boolean }
	| { accessToken: string }
	| 'session';

/** Pending while the server is told of a sign-out. */
const endingAtom = atom<{ promise: Promise<void> }>();

const privateSessionAtom = atom<Session>({ state: 'resuming' });

export const sessionAtom: Atom<Session> = privateSessionAtom;

/** The signed-in agent, or undefined. */
export const agentAtom = atom((get) => {
	const session = get(privateSessionAtom);
	return session.state === 'signed-in' ? session.agent : undefined;
});

/** Whether the session was not ended here, but on another device, in another tab or by time. */
export const hasEndedAtom = atom((get) => {
	const session = get(privateSessionAtom);
	return session.state === 'signed-out' && session.problem === 'ENDED';
});

/** Goes on where the store of the agent before has ended. */
export const goOnFrom = atom(null, (_get, set, former: Getter) => {
	const session = former(privateSessionAtom);
	set(privateSessionAtom, session);
	if (session.state === 'signed-in') set(actAs, { accountId: session.agent.account_id });
	set(endingAtom, former(endingAtom));
});

/**
 * Signs in at the start: by the link that brought the agent here, else by the browser's session.
 */
export const resumeSession = atom(null, async (get, set, link: LoginLink | undefined) => {
	// The server has not been told of the last sign-out yet, and this page cannot remove the cookie
	// itself.
	if (readStored(SIGNED_OUT) === true) set(endSession);
	await get(endingAtom)?.promise;
	if (link) await set(signIn, { link });
	else if (readStored(SIGNED_OUT) === true) set(leave, {});
	else await set(signIn, 'session');
});

/**
 * Signs in with what the agent has entered, or tries again with what the server has neither
 * accepted nor refused.
 */
export const signIn = atom(null, async (get, set, key: Key) => {
	const session = get(privateSessionAtom);
	if (session.state === 'signed-out') {
		if (session.isChecking) return;
		set(privateSessionAtom, { ...session, isChecking: true });
	} else if (session.state === 'undecided') set(privateSessionAtom, { state: 'resuming' });
	// Checked before, so that the one-time link is not used up for a session that the browser would
	// not store.
	if (key !== 'session' && !navigator.cookieEnabled) return set(leave, { problem: 'COOKIES_DENIED', unjudged: key });
	try {
		// The response to a sign-out that is under way would remove the new session's cookie.
		await get(endingAtom)?.promise;
		const undecided = await findUndecided(get, key);
		if (undecided) set(privateSessionAtom, undecided);
		else set(enter, await askProfile(get, key));
	} catch (error) {
		const status = error instanceof RequestError ? error.status : undefined;
		if (status === 401) set(refuse, key);
		else if (error instanceof RequestError && status === 429 && key !== 'session')
			set(leave, { problem: 'TOO_MANY', wait: error.retryAfter, ...(!isPassword(key) && { unjudged: key }) });
		else set(leave, { problem: status === undefined ? 'UNREACHABLE' : 'FAILED', unjudged: key });
	}
});

/** Goes on as the person who is signed in, without the link. */
export const declineLink = atom(null, (get, set) => {
	const session = get(privateSessionAtom);
	if (session.state === 'undecided') set(enter, session.agent);
});

export interface FirstAdministrator {
	/** Of the link that the server has printed. */
	token: string;
	name: string;
	email: string;
	password: string;
}

/** The reason why the server was not set up. `TOO_MANY`: too many attempts with a wrong link. */
export type SetUpProblem = 'LINK_SPENT' | 'EMAIL_WRONG' | 'GUESSABLE' | 'TOO_MANY' | 'FAILED';

/** Makes the first administrator and signs them in. Resolves with undefined once that is done. */
export const becomeAdministrator = atom(
	null,
	async (get, set, body: FirstAdministrator): Promise<SetUpProblem | undefined> => {
		try {
			const agent = await call(get, applicationRoutes.createFirstAdministrator, { body });
			// The page still says that there is none, and the link is spent.
			document.querySelector('meta[name=first-run]')?.remove();
			location.hash = settingsHref('start');
			set(enter, agent);
			return undefined;
		} catch (error) {
			if (!(error instanceof RequestError)) throw error;
			if (error.status === 401) return 'LINK_SPENT';
			if (error.status === 429) return 'TOO_MANY';
			if (error.status !== 422) return 'FAILED';
			const { attributes = [] } = error.body as { attributes?: readonly string[] };
			return attributes.includes('email') ? 'EMAIL_WRONG' : 'GUESSABLE';
		}
	},
);

export const signOut = atom(null, (_get, set) => {
	writeStored(SIGNED_OUT, true);
	// Changed before the session ends, since listeners may still have to send requests as the
	// agent.
	set(privateSessionAtom, { state: 'signed-out', isChecking: false });
	set(actAs, {});
	set(endSession);
});

/** Shows what the agent has changed about themselves. */
export const updateAgent = atom(null, (get, set, agent: Profile) => {
	if (get(privateSessionAtom).state === 'signed-in') set(privateSessionAtom, { state: 'signed-in', agent });
});

/**
 * Checks whether the agent is still signed in, and as what: the session may have been ended or the
 * agent's role changed on another device, and another agent may have signed in in another tab,
 * which shares the cookie.
 */
export const checkSession = atom(null, async (get, set) => {
	const before = get(agentAtom);
	try {
		const profile = await call(get, applicationRoutes.showProfile, {});
		const agent = get(agentAtom);
		if (agent && (agent.id !== profile.id || agent.account_id !== profile.account_id)) set(leave, { problem: 'ENDED' });
		// What the agent has changed during the request may be newer.
		else if (agent === before) set(updateAgent, profile);
	} catch (error) {
		if (error instanceof RequestError && error.status === 401) set(leave, { problem: 'ENDED' });
	}
});

/** Checks it as soon as an agent signs in in another tab. Returns the undo. */
export const followSession = atom(null, (_get, set) => {
	const channel = new BroadcastChannel(SIGN_INS);
	channel.onmessage = () => void set(checkSession);
	return () => channel.close();
});

const endSession = atom(null, (get, set) => set(endingAtom, { promise: endOnServer(get) }));

async function endOnServer(get: Getter): Promise<void> {
	try {
		await call(get, applicationRoutes.signOut, {});
	} catch (error) {
		if (!(error instanceof RequestError) || error.status !== 401) return;
	}
	removeStored(SIGNED_OUT);
}

/**
 * Undefined unless the key is a link, and another person is signed in at this browser. Rejects as
 * `call` does, but not with 401.
 */
async function findUndecided(get: Getter, key: Key): Promise<Undecided | undefined> {
	if (key === 'session' || !('link' in key) || key.isAccepted) return undefined;
	const { link } = key;
	try {
		const agent = await askProfile(get, 'session');
		const isSame = agent.email.toLowerCase() === link.email.toLowerCase();
		return isSame ? undefined : { state: 'undecided', agent, link };
	} catch (error) {
		if (error instanceof RequestError && error.status === 401) return undefined;
		throw error;
	}
}

function askProfile(get: Getter, key: Key): Promise<Profile> {
	if (key === 'session') return call(get, applicationRoutes.showProfile, {});
	return call(get, applicationRoutes.createDeskSession, { body: shown(key) });
}

function shown(key: Exclude<Key, 'session'>) {
	if ('link' in key) return key.link;
	return isPassword(key) ? key : { access_token: key.accessToken };
}

function isPassword(key: Key): key is { email: string; password: string } {
	return key !== 'session' && 'password' in key;
}

const enter = atom(null, (_get, set, agent: Profile) => {
	removeStored(SIGNED_OUT);
	tellOtherTabs();
	set(actAs, { accountId: agent.account_id });
	set(privateSessionAtom, { state: 'signed-in', agent });
});

function tellOtherTabs(): void {
	const channel = new BroadcastChannel(SIGN_INS);
	channel.postMessage(null);
	channel.close();
}

const refuse = atom(null, (_get, set, key: Key) => {
	if (key === 'session') set(leave, {});
	else if (isPassword(key)) set(leave, { problem: 'PASSWORD_REFUSED' });
	else set(leave, { problem: 'link' in key ? 'LINK_SPENT' : 'TOKEN_REFUSED' });
});

const leave = atom(null, (_get, set, why: Pick<SignedOut, 'problem' | 'wait' | 'unjudged'>) => {
	// Listeners may still have to send requests as the agent.
	set(privateSessionAtom, { state: 'signed-out', isChecking: false, ...why });
	set(actAs, {});
});
