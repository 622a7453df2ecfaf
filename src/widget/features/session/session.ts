/** The visitor's session. Reading starts none: the first call that writes does. */
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import * as v from 'valibot';
import type { VisitorSession } from '#protocol/entities/channel.ts';
import { SEND_TIMEOUT } from '#protocol/base/limits.ts';
import type { Route, RouteResponse } from '#protocol/base/routes.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { loadChunk } from '#client/chunk.ts';
import { withLock } from '#client/lock.ts';
import { type CallInput, type CallOptions, createRestClient, RequestError } from '#client/rest.ts';
import { readStored, removeStored, storedKeys, watchStored, writeStored } from '#client/storage.ts';
import { channelAtom, widgetPageAtom } from '../channel/channel.ts';
import { localeAtom } from '../language/language.ts';
import { codeOf } from './codeOf.ts';
import { namedAtom, severalAtom } from './several.ts';
import {
	begin,
	depart,
	follow,
	hold,
	type KnownSession,
	ANONYMOUS,
	isOthers,
	revisit,
	tell,
	type Transition,
	welcome,
} from './sessionState.ts';

/** Query parameters that the frame adds to every call. */
export type Filled = 'website_token' | 'locale';

const StoredSession = v.object({
	authToken: v.string(),
	pubsubToken: v.optional(v.string(), ''),
	identifier: v.optional(v.string()),
});

const stateAtom = atom(ANONYMOUS);
const startingAtom = atom<Promise<VisitorSession> | undefined>();

const knownAtom = atom((get) => get(stateAtom).session);

export const sessionAtom = atom((get): VisitorSession | undefined => {
	const known = get(knownAtom);
	return known && isComplete(known) ? known : undefined;
});

/** The token, which the host stores for the next page load. */
export const authTokenAtom = atom((get) => get(knownAtom)?.authToken);

/**
 * A controller that is replaced, and its predecessor's signal aborted, when the visit or stay ends
 * (sessionState.ts).
 */
function createEndAtom(lifetime: 'visit' | 'stay') {
	const numberAtom = atom((get) => get(stateAtom)[lifetime]);
	return atom((get) => {
		get(numberAtom);
		return new AbortController();
	});
}

/** The page is about to name its user, and every call is to be made as that user. */
export const isIdentityPendingAtom = atom((get) => get(stateAtom).status === 'pending');

/** Its signal is aborted when the page names its user, or says that there is none. */
const pendingEndAtom = atom((get) => {
	get(isIdentityPendingAtom);
	return new AbortController();
});

const visitEndAtom = createEndAtom('visit');
const stayEndAtom = createEndAtom('stay');

/** Aborted when the visit ends: what was read so far belongs to another session. */
export const visitSignalAtom = atom((get) => get(visitEndAtom).signal);

/** Aborted when the stay ends: another person, or an anonymous visitor, takes over. */
export const staySignalAtom = atom((get) => get(stayEndAtom).signal);

/**
 * Another window has ended the session of the page's user, or begun another user's: this window
 * shows no visitor.
 */
export const hasEndedElsewhereAtom = atom((get) => get(stateAtom).status === 'ended');

const storageKeyAtom = atom((get) => `session:${get(channelAtom).websiteToken}`);

/**
 * Resumes the session that the document brings, else the one that this browser stored.
 * `isNewcomer`: the page was opened, not reloaded, and its address names the session; what is
 * stored for another one is deleted.
 */
export const resumeSession = atom(null, (get, set, isNewcomer: boolean) => {
	const brought = get(widgetPageAtom).session;
	if (isNewcomer && brought?.pubsubToken !== stored(get)?.pubsubToken) storedKeys('').forEach(removeStored);
	const session = brought ?? stored(get);
	if (session) keep(get, set, session);
	else set(change, hold(session));
});

/**
 * `isolated`: this window has a session independent of the browser's visitor. `pending`: the
 * session is not known until the page names its user, or says that there is none.
 */
export const beginSession = atom(null, (_get, set, status: 'isolated' | 'pending') => set(change, begin(status)));

/** The page names no user: the session that was held back is resumed. */
export const releaseSession = atom(null, (get, set) => {
	if (get(stateAtom).status === 'pending') set(resumeSession, false);
});

/**
 * Follows other tabs that start a session, change the user or forget the visitor. Returns the undo.
 */
export const followOtherTabs = atom(null, (get, set) =>
	watchStored(get(storageKeyAtom), () => set(change, follow(stored(get)))),
);

/**
 * The session, which is started or completed if necessary; concurrent callers share one request.
 */
export const ensureSession = atom(null, (get, set): Promise<VisitorSession> => {
	const session = get(sessionAtom);
	if (session) return Promise.resolve(session);
	if (get(isIdentityPendingAtom)) return whenIdentityKnown(get).then(() => set(ensureSession));
	const starting = get(startingAtom) ?? start(get, set).finally(() => set(startingAtom, undefined));
	set(startingAtom, starting);
	return starting;
});

/** The session is another user's now, with a new token where the server gave one. */
export const switchUser = atom(null, (get, set, authToken: string | undefined) => {
	if (!authToken) return set(change, revisit(get(knownAtom)));
	const session = { authToken };
	set(change, depart(session));
	writeStored(get(storageKeyAtom), session);
});

/**
 * The page is about to identify the visitor as `identifier`. A session of another user is left at
 * once; an anonymous one, or that user's own, is resumed. Answers whether one was left.
 */
export const endOtherUsersSession = atom(null, (get, set, identifier: string): boolean => {
	const { stay, session: known } = get(stateAtom);
	const withheld = withheldSession(get);
	set(change, welcome(identifier, known ?? withheld));
	const hasLeft = get(stateAtom).stay !== stay;
	if (hasLeft) removeStored(get(storageKeyAtom));
	else if (withheld) writeStored(get(storageKeyAtom), withheld);
	// Another tab has stored it, and its event has not come yet.
	else if (isOthers(stored(get), identifier)) removeStored(get(storageKeyAtom));
	return hasLeft;
});

/** The server knows the session as that user's. */
export const setIdentifier = atom(null, (get, set, identifier: string) => {
	const known = get(knownAtom);
	if (known) keep(get, set, { ...known, identifier });
});

/**
 * The user whose session is held, or held back until the page names its user; undefined for an
 * anonymous visitor.
 */
export const readSessionUser = atom(null, (get) => (get(knownAtom) ?? withheldSession(get))?.identifier);

/** Forgets the visitor, also on this device. */
export const forgetSession = atom(null, (get, set) => {
	removeStored(get(storageKeyAtom));
	set(change, depart());
});

/**
 * The user that the page has named and the server knows, or undefined when the page has signed the
 * user out.
 */
export const setPageUser = atom(null, (_get, set, user: string | undefined) => set(change, tell(user)));

/** The server has moved the visitor to another channel of events. */
export const resubscribe = atom(null, (get, set, pubsubToken: string) => {
	const session = get(sessionAtom);
	if (session) keep(get, set, { ...session, pubsubToken });
});

/** Calls a route that needs no visitor. */
export function callChannel<R extends Route>(
	get: Getter,
	route: R,
	input: CallInput<R, Filled>,
	options?: CallOptions,
): Promise<RouteResponse<R>> {
	return get(restAtom)(route, input, options);
}

/**
 * Calls a route as the visitor. A call that writes starts a session if there is none, and again if
 * the server has forgotten it; a call that reads fails then, since there is nothing to read. Late
 * responses are dropped here: a call that reads rejects with ABORTED once its visit has ended, and
 * one that writes once the visitor has left, whatever the server answered. A deletion is done all
 * the same, since the visitor often leaves by it. While the page is about to name its user, every
 * call waits, since its user is not known yet.
 */
export function callAsVisitor<R extends Route>(
	get: Getter,
	set: Setter,
	route: R,
	input: CallInput<R, Filled>,
	options?: CallOptions,
): Promise<RouteResponse<R>> {
	if (get(isIdentityPendingAtom))
		return whenIdentityKnown(get).then(() => callAsVisitor(get, set, route, input, options));
	if (route.method === 'GET') return abortable(get(visitSignalAtom), call(get, set, route, input, options));
	if (route.method === 'DELETE') return call(get, set, route, input, options);
	return abortable(get(staySignalAtom), call(get, set, route, input, options));
}

/** Resolves once the page has named its user, or says that there is none. */
export function whenIdentityKnown(get: Getter): Promise<unknown> {
	const { signal } = get(pendingEndAtom);
	if (!get(isIdentityPendingAtom)) return Promise.resolve();
	return new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

/**
 * The result of `answer`, unless `signal` is aborted first: then it rejects with ABORTED, and the
 * caller shows no error.
 */
export function abortable<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
	return answer.finally(() => throwIfAborted(signal));
}

/**
 * Throws ABORTED once `signal` is aborted. Code that waits before a call asks it, as the call would
 * be the next visitor's.
 */
export function throwIfAborted({ aborted }: AbortSignal) {
	if (aborted) throw visitIsOver();
}

function visitIsOver(): RequestError {
	return new RequestError('ABORTED', 'The visit is over');
}

async function call<R extends Route>(
	get: Getter,
	set: Setter,
	route: R,
	input: CallInput<R, Filled>,
	options?: CallOptions,
): Promise<RouteResponse<R>> {
	const stay = get(staySignalAtom);
	const ask = () => {
		throwIfAborted(stay);
		return get(restAtom)(route, input, options);
	};
	// Without an `await` where there is a session, so that the request is sent within the same
	// task.
	const { authToken } = get(sessionAtom) ?? (await set(ensureSession));
	const several = get(severalAtom);
	if (several) await several.prepare();
	try {
		return await ask();
	} catch (error) {
		if (codeOf(error)) {
			const { mendRefusal } = await loadChunk(() => import('./mendRefusal.ts'));
			return mendRefusal(get, set, { error, route, stay, ask });
		}
		if (!isSessionGone(error)) throw error;
		set(dropSession, authToken);
		if (route.method === 'GET') throw error;
		throwIfAborted(stay);
		await set(ensureSession);
		return ask();
	}
}

const restAtom = atom((get) => {
	const { websiteToken } = get(channelAtom);
	return createRestClient<Filled>({
		baseUrl: '',
		query: () => ({ website_token: websiteToken, locale: get(localeAtom), ...get(namedAtom) }),
		headers: (): Record<string, string> => {
			const known = get(knownAtom);
			return known ? { 'X-Auth-Token': known.authToken } : {};
		},
	});
});

/** Drops a session that the server no longer knows, unless a newer one has replaced it. */
const dropSession = atom(null, (get, set, authToken: string) => {
	if (get(authTokenAtom) !== authToken) return;
	removeStored(get(storageKeyAtom));
	set(change, revisit());
});

const change = atom(null, (get, set, transition: Transition) => {
	const ends = [visitEndAtom, stayEndAtom, pendingEndAtom].map((endAtom) => ({ endAtom, end: get(endAtom) }));
	set(stateAtom, transition(get(stateAtom)));
	for (const { endAtom, end } of ends) if (end !== get(endAtom)) end.abort();
});

/**
 * Starts a session in one tab at a time, so that two tabs that write at the same moment become one
 * visitor.
 */
function start(get: Getter, set: Setter): Promise<VisitorSession> {
	const visit = get(visitSignalAtom);
	return withLock(get(storageKeyAtom), async () => {
		const kept = get(knownAtom) ?? stored(get);
		// Another tab has stored it, and its event has not come yet.
		if (isOthers(kept, get(stateAtom).user)) set(change, follow(kept));
		if (get(hasEndedElsewhereAtom)) throw visitIsOver();
		if (kept) set(change, hold(kept));
		const session = kept && isComplete(kept) ? kept : await requestSession(get).catch(forgetUnproven);
		throwIfAborted(visit);
		keep(get, set, session);
		return session;
	});

	/** Nothing was read yet of the user whose proof has expired: an anonymous visitor begins. */
	function forgetUnproven(error: unknown): Promise<VisitorSession> {
		if (codeOf(error) !== 'IDENTITY_EXPIRED') throw error;
		set(change, hold(undefined));
		return requestSession(get);
	}
}

/** The session of the token in the header, or a new one. */
async function requestSession(get: Getter): Promise<VisitorSession> {
	const answer = await get(restAtom)(widgetRoutes.config, {}, { timeout: SEND_TIMEOUT });
	const { identifier, pubsub_token: pubsubToken } = answer.contact;
	return {
		authToken: answer.website_channel_config.auth_token,
		pubsubToken,
		...(identifier && { identifier }),
	};
}

function keep(get: Getter, set: Setter, session: KnownSession) {
	set(change, hold(session));
	writeStored(get(storageKeyAtom), session);
}

function stored(get: Getter): KnownSession | undefined {
	const result = v.safeParse(StoredSession, readStored(get(storageKeyAtom)));
	return result.success ? result.output : undefined;
}

/** What would be resumed if the page were not about to name its user. */
function withheldSession(get: Getter): KnownSession | undefined {
	return get(stateAtom).status === 'pending' ? (get(widgetPageAtom).session ?? stored(get)) : undefined;
}

function isComplete(session: KnownSession): session is VisitorSession {
	return Boolean(session.pubsubToken);
}

/**
 * A forgotten session is a 404 with a body; a 404 without one is a missing conversation
 * (docs/wire.md, Errors).
 */
function isSessionGone(error: unknown): boolean {
	return error instanceof RequestError && error.status === 404 && error.body !== undefined;
}
