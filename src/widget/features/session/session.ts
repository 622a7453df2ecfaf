/** The visitor's session. Nobody gets one for looking: the first call that writes starts it. */
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import * as v from 'valibot';
import type { VisitorSession } from '#protocol/channel.ts';
import { SEND_TIMEOUT } from '#protocol/limits.ts';
import type { Route, RouteResponse } from '#protocol/routes.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { withLock } from '#client/lock.ts';
import { type CallInput, type CallOptions, createRestClient, RequestError } from '#client/rest.ts';
import { readStored, removeStored, storedKeys, watchStored, writeStored } from '#client/storage.ts';
import { channelAtom, widgetPageAtom } from '../channel/channel.ts';
import { localeAtom } from '../language/language.ts';

/** Query parameters that every call of the frame carries. */
export type Filled = 'website_token' | 'locale';

/** A session whose realtime token is not known yet is completed before it is used. */
type KnownSession = Pick<VisitorSession, 'authToken'> & Partial<VisitorSession>;
const StoredSession = v.object({
	authToken: v.string(),
	pubsubToken: v.optional(v.string(), ''),
	identifier: v.optional(v.string()),
});

const knownAtom = atom<KnownSession | undefined>();
const isWithheldAtom = atom(false);
const visitsAtom = atom(0);
const leftAtom = atom(0);
/** The user whom the page has told: this window is for nobody else. */
const toldAtom = atom<string>();
const endedAtom = atom(0);
const isEndedAtom = atom(false);
const startingAtom = atom<Promise<VisitorSession> | undefined>();

export const sessionAtom = atom((get): VisitorSession | undefined => {
	const known = get(knownAtom);
	return known && isComplete(known) ? known : undefined;
});

/** The token that the host keeps for the next visit. */
export const authTokenAtom = atom((get) => get(knownAtom)?.authToken);

/** Goes up whenever what was read so far belongs to somebody else: another user, or a session that the server forgot. */
export const visitAtom = atom((get) => get(visitsAtom));

/** Goes up whenever somebody else takes the visitor's place, or nobody does. Whom the server forgot is still the same person. */
export const departuresAtom = atom((get) => get(leftAtom));

/** Goes up whenever another window has ended the visit of a user, or begun another's: this window then shows nobody. */
export const endingsAtom = atom((get) => get(endedAtom));

const storageKeyAtom = atom((get) => `session:${get(channelAtom).websiteToken}`);

/**
 * Takes up the session that the page brings, else the one that this browser kept. `isNewcomer`: the page was not reloaded, and
 * who it is for stands in its address; what was kept for somebody else is gone.
 */
export const resumeSession = atom(null, (get, set, isNewcomer: boolean) => {
	const brought = get(widgetPageAtom).session;
	if (isNewcomer && brought?.pubsubToken !== stored(get)?.pubsubToken) storedKeys('').forEach(removeStored);
	const session = brought ?? stored(get);
	if (session) keep(get, set, session);
});

/** Leaves it open whose session this is, until the page says who its visitor is, or that it says nothing. */
export const withholdSession = atom(null, (_get, set) => set(isWithheldAtom, true));

/** The page says nothing: what was withheld is taken up. */
export const releaseSession = atom(null, (get, set) => {
	if (!get(isWithheldAtom)) return;
	set(isWithheldAtom, false);
	set(resumeSession, false);
});

/**
 * Follows when another tab starts a session, changes the user or forgets them. Returns the undo.
 *
 * A browser has one visitor: whom any page has told last, or nobody since one has said reset(). A window follows, and learns
 * who an unknown visitor has turned out to be; but where the page has told its user, the window shows that user and nobody
 * else. Once the visit ends, or becomes another's, it shows nobody, begins nothing and says so. The host then puts another
 * frame in its place, which is apart from the browser's visitor and identifies nobody by itself: two pages with different users
 * do not take turns. It is the user's window again when its page says so, or comes anew, and the other one is apart then.
 */
export const followOtherTabs = atom(null, (get, set) =>
	watchStored(get(storageKeyAtom), () => {
		// What is stored is looked at once the page has said who its visitor is, or must not be looked at any more.
		if (get(isWithheldAtom) || get(isEndedAtom)) return;
		const session = stored(get);
		const known = get(knownAtom);
		const user = get(toldAtom);
		if (session?.authToken === known?.authToken) return set(knownAtom, session && { ...known, ...session });
		if (user === undefined || session?.identifier === user) {
			if (known) set(depart);
			return set(knownAtom, session);
		}
		// A session that is only just beginning, perhaps as that same user's.
		if (!known && session?.identifier === undefined) return;
		set(depart);
		set(knownAtom, undefined);
		set(isEndedAtom, true);
		set(endedAtom, (endings) => endings + 1);
	}),
);

/** The session, started or completed where needed; concurrent callers share one request. */
export const ensureSession = atom(null, (get, set): Promise<VisitorSession> => {
	const session = get(sessionAtom);
	if (session) return Promise.resolve(session);
	const starting = get(startingAtom) ?? start(get, set).finally(() => set(startingAtom, undefined));
	set(startingAtom, starting);
	return starting;
});

/** What was on the screen belongs to another user; a token, where the server gave one, is the new user's. */
export const switchUser = atom(null, (get, set, authToken: string | undefined) => {
	if (!authToken) return set(visitsAtom, (visits) => visits + 1);
	set(depart);
	keep(get, set, { authToken });
});

/**
 * The page is about to say that the visitor is the user `identifier`. A session of another user is left at once; one of nobody
 * in particular, or of that user, is taken up. Answers whether one was left.
 */
export const leaveOtherUser = atom(null, (get, set, identifier: string): boolean => {
	const isWithheld = get(isWithheldAtom);
	const session = get(knownAtom) ?? (isWithheld ? (get(widgetPageAtom).session ?? stored(get)) : undefined);
	set(isWithheldAtom, false);
	set(isEndedAtom, false);
	set(toldAtom, identifier);
	if (session?.identifier === undefined || session.identifier === identifier) {
		if (session && isWithheld) keep(get, set, session);
		return false;
	}
	set(forgetSession);
	return true;
});

/** The server knows the session as that user's. */
export const noteIdentifier = atom(null, (get, set, identifier: string) => {
	const known = get(knownAtom);
	if (known) keep(get, set, { ...known, identifier });
});

/** Forgets the visitor, on this device too. */
export const forgetSession = atom(null, (_get, set) => {
	set(endSession);
	set(leftAtom, (departures) => departures + 1);
});

/** Whose window this is, as the page says: a user whom the server knows to be here, or nobody in particular any more. */
export const learnUser = atom(null, (_get, set, identifier: string | undefined) => set(toldAtom, identifier));

/** The server moved the visitor to another channel of events. */
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
 * Calls a route as the visitor. A call that writes starts the session, and once more when the server has forgotten it;
 * one that reads fails then, since there is nothing to read. One that writes rejects with ABORTED when the visitor has left
 * meanwhile: what was to follow it is not the next one's. A deletion is done all the same, and often what they left by.
 */
export async function callAsVisitor<R extends Route>(
	get: Getter,
	set: Setter,
	route: R,
	input: CallInput<R, Filled>,
	options?: CallOptions,
): Promise<RouteResponse<R>> {
	const departures = get(departuresAtom);
	const call = () => get(restAtom)(route, input, options);
	// Where there is a session the call leaves in the task that makes it.
	const { authToken } = get(sessionAtom) ?? (await set(ensureSession));
	let answer: RouteResponse<R>;
	try {
		answer = await call();
	} catch (error) {
		if (!isSessionGone(error)) throw error;
		set(dropSession, authToken);
		if (route.method === 'GET') throw error;
		checkPresence(get, departures);
		await set(ensureSession);
		answer = await call();
	}
	if (route.method !== 'GET' && route.method !== 'DELETE') checkPresence(get, departures);
	return answer;
}

function checkPresence(get: Getter, departures: number) {
	if (departures !== get(departuresAtom)) throw new RequestError('ABORTED', 'The visitor has left meanwhile');
}

const restAtom = atom((get) => {
	const { websiteToken } = get(channelAtom);
	return createRestClient<Filled>({
		baseUrl: '',
		query: () => ({ website_token: websiteToken, locale: get(localeAtom) }),
		headers: (): Record<string, string> => {
			const known = get(knownAtom);
			return known ? { 'X-Auth-Token': known.authToken } : {};
		},
	});
});

/** Forgets a session that the server no longer knows, unless a newer one has taken its place. */
const dropSession = atom(null, (get, set, authToken: string) => {
	if (get(knownAtom)?.authToken === authToken) set(endSession);
});

const endSession = atom(null, (get, set) => {
	removeStored(get(storageKeyAtom));
	set(knownAtom, undefined);
	set(visitsAtom, (visits) => visits + 1);
});

const depart = atom(null, (_get, set) => {
	set(visitsAtom, (visits) => visits + 1);
	set(leftAtom, (departures) => departures + 1);
});

/** One tab at a time, so that two that write at the same moment are one visitor. */
function start(get: Getter, set: Setter): Promise<VisitorSession> {
	const visit = get(visitAtom);
	return withLock(get(storageKeyAtom), async () => {
		if (get(isEndedAtom)) throw new RequestError('ABORTED', 'Another window has ended the visit');
		const kept = get(knownAtom) ?? stored(get);
		set(knownAtom, kept);
		const session = kept && isComplete(kept) ? kept : await requestSession(get);
		if (visit !== get(visitAtom)) throw new RequestError('ABORTED', 'The visitor was forgotten meanwhile');
		keep(get, set, session);
		return session;
	});
}

/** The session that the token header names, or a new one. */
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
	set(knownAtom, session);
	writeStored(get(storageKeyAtom), session);
}

function stored(get: Getter): KnownSession | undefined {
	const result = v.safeParse(StoredSession, readStored(get(storageKeyAtom)));
	return result.success ? result.output : undefined;
}

function isComplete(session: KnownSession): session is VisitorSession {
	return Boolean(session.pubsubToken);
}

/** 404 with a body; without one it is the conversation that is missing (docs/wire.md, Errors). */
function isSessionGone(error: unknown): boolean {
	return error instanceof RequestError && error.status === 404 && error.body !== undefined;
}
