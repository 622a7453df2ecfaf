/**
 * All states of the visitor's session, and the transitions between them (docs/architecture.md,
 * Whose session it is).
 */
import type { VisitorSession } from '#protocol/entities/channel.ts';

/** A session without a realtime token is completed before it is used. */
export type KnownSession = Pick<VisitorSession, 'authToken'> & Partial<VisitorSession>;

interface Lasting {
	/** The user that the page has named: this window shows no other visitor. */
	user: string | undefined;
	/**
	 * Number of the visit. It increases whenever what was read so far belongs to another session:
	 * another user's, or one that the server forgot.
	 */
	visit: number;
	/**
	 * Number of the stay. It increases whenever another person takes over, or the visitor leaves. A
	 * visitor whose session the server forgot is still the same person.
	 */
	stay: number;
}

export type SessionState = Lasting &
	(
		| { status: 'anonymous'; session?: undefined }
		/**
		 * The page is about to name its user: before that, this window does not look at the stored
		 * session.
		 */
		| { status: 'pending'; session?: undefined }
		| { status: 'known'; session: KnownSession }
		/**
		 * This window has a session of its own, independent of the browser's visitor, or none yet.
		 */
		| { status: 'isolated'; session?: KnownSession | undefined }
		/**
		 * Another window has ended the session of the page's user, or begun another user's: there
		 * is no visitor, and no session can start.
		 */
		| { status: 'ended'; session?: undefined }
	);

export const ANONYMOUS: SessionState = { status: 'anonymous', user: undefined, visit: 0, stay: 0 };

/** A transition from one state to the next, without side effects. */
export type Transition = (state: SessionState) => SessionState;

/** Whether the session is that of another user than `user`; an anonymous one has no user. */
export function isOthers(session: KnownSession | undefined, user: string | undefined): boolean {
	return user !== undefined && session?.identifier !== undefined && session.identifier !== user;
}

/** The window begins isolated from the browser's visitor, or its page is about to name its user. */
export function begin(status: 'isolated' | 'pending'): Transition {
	return (state) => ({ ...state, status, session: undefined });
}

/** The page's user, known to the server, or undefined when the page has signed the user out. */
export function tell(user: string | undefined): Transition {
	return (state) => ({ ...state, user });
}

/**
 * The page is about to identify its visitor. `session` is the one that would be resumed. It is left
 * where it is another user's, as is an anonymous one in which the page has named another user: the
 * server may have made it that user's, although its answer has not come.
 */
export function welcome(user: string, session: KnownSession | undefined): Transition {
	return (state) => {
		const isOther = (session?.identifier ?? state.user ?? user) !== user;
		return { ...(isOther ? leave(open(state)) : put(open(state), session)), user };
	};
}

/** The session was resumed, started or completed; undefined where there was none to resume. */
export function hold(session: KnownSession | undefined): Transition {
	return (state) => put(open(state), session);
}

/**
 * Begins another visit: the server has proven the visitor's identity, or has forgotten the session.
 */
export function revisit(session?: KnownSession): Transition {
	return (state) => ({ ...put(state, session), visit: state.visit + 1 });
}

/** The session has become another user's, or the visitor has left: it waits for no user. */
export function depart(session?: KnownSession): Transition {
	return (state) => leave(open(state), session);
}

/**
 * Another window has stored a session, or removed it.
 *
 * A browser has one visitor: the user that a page has named last, or an anonymous one after
 * reset(). A window follows such changes, and learns who an anonymous visitor has turned out to be.
 * But where the page has named its user, the window shows that user and no other. Once that user's
 * session ends, or becomes another user's, the window shows no visitor, starts no session and tells
 * the host. The host then replaces the frame by another one, which is isolated from the browser's
 * visitor and identifies its user only when the page asks: so two pages with different users do not
 * take turns. When the page names its user again, or is reloaded, the window takes over the
 * browser's visitor, and the other window becomes isolated.
 */
export function follow(session: KnownSession | undefined): Transition {
	return (state) => {
		const { status, user, session: known } = state;
		if (status === 'pending' || status === 'ended') return state;
		if (session?.authToken === known?.authToken) return session ? put(state, { ...known, ...session }) : state;
		if (user === undefined || session?.identifier === user) return known ? leave(state, session) : put(state, session);
		// A session that has just started may turn out to be this same user's.
		if (!known && session?.identifier === undefined) return state;
		return { ...leave(state), status: 'ended', session: undefined };
	};
}

/** Ends `pending` and `ended`: the state is anonymous then. */
function open(state: SessionState): SessionState {
	return state.status === 'pending' || state.status === 'ended' ? { ...state, status: 'anonymous' } : state;
}

/** Stores the session. While the state is `pending` or `ended` there is none to remove. */
function put(state: SessionState, session?: KnownSession): SessionState {
	if (state.status === 'isolated') return { ...state, session };
	if (session) return { ...state, status: 'known', session };
	return state.status === 'known' ? { ...state, status: 'anonymous', session } : state;
}

function leave(state: SessionState, session?: KnownSession): SessionState {
	return { ...revisit(session)(state), stay: state.stay + 1 };
}
