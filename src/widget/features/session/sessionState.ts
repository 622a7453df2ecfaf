/** Who is here: every state that the visitor's session can be in, and what leads from one to another (docs/architecture.md, Whose session it is). */
import type { VisitorSession } from '#protocol/channel.ts';

/** A session whose realtime token is not known yet is completed before it is used. */
export type KnownSession = Pick<VisitorSession, 'authToken'> & Partial<VisitorSession>;

interface Lasting {
	/** The user whom the page has told: this window is for nobody else. */
	user: string | undefined;
	/** Goes up whenever what was read so far belongs to somebody else: another user, or a session that the server forgot. */
	visit: number;
	/** Goes up whenever somebody else takes the visitor's place, or nobody does. Whom the server forgot is still the same person. */
	stay: number;
}

export type SessionState = Lasting &
	(
		| { status: 'anonymous'; session?: undefined }
		/** The page is about to say who its visitor is: what this browser kept is not looked at before. */
		| { status: 'pending'; session?: undefined }
		| { status: 'known'; session: KnownSession }
		/** This window has a session of its own, apart from the browser's visitor, or none yet. */
		| { status: 'isolated'; session?: KnownSession | undefined }
		/** Another window has ended the visit of the page's user, or begun another's: nobody is here, and nothing begins. */
		| { status: 'ended'; session?: undefined }
	);

export const NOBODY: SessionState = { status: 'anonymous', user: undefined, visit: 0, stay: 0 };

/** What happens to a state; each has no other effect. */
export type Transition = (state: SessionState) => SessionState;

/** The window begins apart from the browser's visitor, or its page is about to say who its visitor is. */
export function begin(status: 'isolated' | 'pending'): Transition {
	return (state) => ({ ...state, status, session: undefined });
}

/** Whose window this is: a user whom the server knows to be here, or nobody in particular any more. */
export function tell(user: string | undefined): Transition {
	return (state) => ({ ...state, user });
}

/** The page is about to identify its visitor. `session` is the one that would be taken up. */
export function welcome(user: string, session: KnownSession | undefined): Transition {
	const isOthers = session?.identifier !== undefined && session.identifier !== user;
	return (state) => ({ ...(isOthers ? leave(open(state)) : put(open(state), session)), user });
}

/** Resumed, begun, or known better than before; undefined where there was none to resume. */
export function hold(session: KnownSession | undefined): Transition {
	return (state) => put(open(state), session);
}

/** What was read counts no longer: the server has proven the visitor to be the user, or has forgotten the session. */
export function revisit(session?: KnownSession): Transition {
	return (state) => ({ ...put(state, session), visit: state.visit + 1 });
}

/** The session has become another user's, or the visitor has left. */
export function depart(session?: KnownSession): Transition {
	return (state) => leave(state, session);
}

/**
 * Another window has stored a session, or removed it.
 *
 * A browser has one visitor: whom any page has told last, or nobody since one has said reset(). A window follows, and learns
 * who an unknown visitor has turned out to be; but where the page has told its user, the window shows that user and nobody
 * else. Once the visit ends, or becomes another's, it shows nobody, begins nothing and says so. The host then puts another
 * frame in its place, which is isolated from the browser's visitor and identifies nobody by itself: two pages with different
 * users do not take turns. It is the user's window again when its page says so, or comes anew, and the other one is isolated then.
 */
export function follow(session: KnownSession | undefined): Transition {
	return (state) => {
		const { status, user, session: known } = state;
		if (status === 'pending' || status === 'ended') return state;
		if (session?.authToken === known?.authToken) return session ? put(state, { ...known, ...session }) : state;
		if (user === undefined || session?.identifier === user) return known ? leave(state, session) : put(state, session);
		// A session that is only just beginning, perhaps as that same user's.
		if (!known && session?.identifier === undefined) return state;
		return { ...leave(state), status: 'ended', session: undefined };
	};
}

/** Nobody is waited for, and the visit of nobody has ended. */
function open(state: SessionState): SessionState {
	return state.status === 'pending' || state.status === 'ended' ? { ...state, status: 'anonymous' } : state;
}

/** As long as somebody is waited for, or the visit has ended, there is no session to lose. */
function put(state: SessionState, session?: KnownSession): SessionState {
	if (state.status === 'isolated') return { ...state, session };
	if (session) return { ...state, status: 'known', session };
	return state.status === 'known' ? { ...state, status: 'anonymous', session } : state;
}

function leave(state: SessionState, session?: KnownSession): SessionState {
	return { ...revisit(session)(state), stay: state.stay + 1 };
}
