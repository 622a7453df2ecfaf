import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
	begin,
	depart,
	follow,
	hold,
	revisit,
	tell,
	type Transition,
	welcome,
	type KnownSession,
	ANONYMOUS,
	type SessionState,
} from '../../src/widget/features/session/sessionState.ts';

const NEW: KnownSession = { authToken: 'new' };
const ADAS: KnownSession = { authToken: 'ada', pubsubToken: 'p', identifier: 'ada' };
const GRACES: KnownSession = { authToken: 'grace', identifier: 'grace' };

const PENDING: SessionState = { ...ANONYMOUS, status: 'pending', session: undefined };
const ENDED: SessionState = { ...ANONYMOUS, status: 'ended', session: undefined, user: 'ada' };
const KNOWN = known(ADAS);
const ADAS_OWN: SessionState = { ...KNOWN, user: 'ada' };
const ISOLATED: SessionState = { ...ANONYMOUS, status: 'isolated' };
const ISOLATED_ADA: SessionState = { ...ISOLATED, session: ADAS };

function known(session: KnownSession): SessionState {
	return { ...ANONYMOUS, status: 'known', session };
}

/** Another visit begins, although the same person is here. */
function revisited(state: SessionState): SessionState {
	return { ...state, visit: 1 };
}

/** Another person, or an anonymous visitor, is here. */
function departed(state: SessionState): SessionState {
	return { ...state, visit: 1, stay: 1 };
}

/**
 * Each transition: its name in the test, and the states that it leads to. A state that is not
 * listed stays unchanged.
 */
const TRANSITIONS: [name: string, transition: Transition, rows: [from: SessionState, to: SessionState][]][] = [
	[
		'being isolated',
		begin('isolated'),
		[
			[ANONYMOUS, ISOLATED],
			[PENDING, ISOLATED],
			[KNOWN, ISOLATED],
			[ADAS_OWN, { ...ISOLATED, user: 'ada' }],
			[ISOLATED_ADA, ISOLATED],
			[ENDED, { ...ISOLATED, user: 'ada' }],
		],
	],
	[
		'waiting for the user whom the page is about to tell',
		begin('pending'),
		[
			[ANONYMOUS, PENDING],
			[KNOWN, PENDING],
			[ADAS_OWN, { ...PENDING, user: 'ada' }],
			[ISOLATED, PENDING],
			[ISOLATED_ADA, PENDING],
			[ENDED, { ...PENDING, user: 'ada' }],
		],
	],
	[
		'a page that says nothing, where no session is kept',
		hold(undefined),
		[
			[PENDING, ANONYMOUS],
			[KNOWN, ANONYMOUS],
			[ADAS_OWN, { ...ANONYMOUS, user: 'ada' }],
			[ISOLATED_ADA, ISOLATED],
			[ENDED, { ...ANONYMOUS, user: 'ada' }],
		],
	],
	[
		'learning that this is the window of Grace',
		tell('grace'),
		[ANONYMOUS, PENDING, KNOWN, ADAS_OWN, ISOLATED, ISOLATED_ADA, ENDED].map((from) => [
			from,
			{ ...from, user: 'grace' },
		]),
	],
	[
		'learning that the page has signed its user out',
		tell(undefined),
		[
			[ADAS_OWN, KNOWN],
			[ENDED, { ...ENDED, user: undefined }],
		],
	],
	[
		'welcoming Ada, of whom there is no session to take up',
		welcome('ada', undefined),
		[
			[ANONYMOUS, { ...ANONYMOUS, user: 'ada' }],
			[PENDING, { ...ANONYMOUS, user: 'ada' }],
			[ISOLATED, { ...ISOLATED, user: 'ada' }],
			[ENDED, { ...ANONYMOUS, user: 'ada' }],
		],
	],
	[
		'welcoming Ada, whose session there is',
		welcome('ada', ADAS),
		[
			[ANONYMOUS, ADAS_OWN],
			[PENDING, ADAS_OWN],
			[KNOWN, ADAS_OWN],
			[ISOLATED, { ...ISOLATED_ADA, user: 'ada' }],
			[ISOLATED_ADA, { ...ISOLATED_ADA, user: 'ada' }],
			[ENDED, ADAS_OWN],
		],
	],
	[
		'welcoming Ada, where an anonymous visitor has begun a session',
		welcome('ada', NEW),
		[
			[ANONYMOUS, { ...known(NEW), user: 'ada' }],
			[PENDING, { ...known(NEW), user: 'ada' }],
			[known(NEW), { ...known(NEW), user: 'ada' }],
		],
	],
	[
		'welcoming Ada, where Grace was before',
		welcome('ada', GRACES),
		[
			[PENDING, departed({ ...ANONYMOUS, user: 'ada' })],
			[known(GRACES), departed({ ...ANONYMOUS, user: 'ada' })],
			[{ ...ISOLATED, session: GRACES }, departed({ ...ISOLATED, session: undefined, user: 'ada' })],
		],
	],
	[
		'welcoming Ada, where the page has named Grace, of whom the server has not said anything',
		welcome('ada', NEW),
		[
			[{ ...known(NEW), user: 'grace' }, departed({ ...ANONYMOUS, user: 'ada' })],
			[{ ...ISOLATED, session: NEW, user: 'grace' }, departed({ ...ISOLATED, user: 'ada' })],
		],
	],
	[
		'a session that is resumed, begun or better known',
		hold(NEW),
		[
			[ANONYMOUS, known(NEW)],
			[PENDING, known(NEW)],
			[KNOWN, known(NEW)],
			[ADAS_OWN, { ...known(NEW), user: 'ada' }],
			[ISOLATED, { ...ISOLATED, session: NEW }],
			[ISOLATED_ADA, { ...ISOLATED, session: NEW }],
			[ENDED, { ...known(NEW), user: 'ada' }],
		],
	],
	[
		'another window that has removed the session',
		follow(undefined),
		[
			[KNOWN, departed(ANONYMOUS)],
			[ADAS_OWN, departed(ENDED)],
			[ISOLATED_ADA, departed(ISOLATED)],
		],
	],
	[
		'another window that has begun an anonymous session',
		follow(NEW),
		[
			[ANONYMOUS, known(NEW)],
			[KNOWN, departed(known(NEW))],
			[ADAS_OWN, departed(ENDED)],
			[ISOLATED, { ...ISOLATED, session: NEW }],
			[ISOLATED_ADA, departed({ ...ISOLATED, session: NEW })],
		],
	],
	[
		"another window that has begun Grace's session",
		follow(GRACES),
		[
			[ANONYMOUS, known(GRACES)],
			[
				{ ...ANONYMOUS, user: 'grace' },
				{ ...known(GRACES), user: 'grace' },
			],
			[{ ...ANONYMOUS, user: 'ada' }, departed(ENDED)],
			[KNOWN, departed(known(GRACES))],
			[ADAS_OWN, departed(ENDED)],
			[ISOLATED, { ...ISOLATED, session: GRACES }],
			[ISOLATED_ADA, departed({ ...ISOLATED, session: GRACES })],
		],
	],
	[
		'another window that knows more of the same session',
		follow({ authToken: 'ada', pubsubToken: 'q' }),
		[
			[ANONYMOUS, known({ authToken: 'ada', pubsubToken: 'q' })],
			[KNOWN, known({ ...ADAS, pubsubToken: 'q' })],
			[ADAS_OWN, { ...known({ ...ADAS, pubsubToken: 'q' }), user: 'ada' }],
			[ISOLATED, { ...ISOLATED, session: { authToken: 'ada', pubsubToken: 'q' } }],
			[ISOLATED_ADA, { ...ISOLATED, session: { ...ADAS, pubsubToken: 'q' } }],
		],
	],
	[
		'a user whom the server has proven',
		revisit(ADAS),
		[
			[ANONYMOUS, revisited(KNOWN)],
			[PENDING, revisited(KNOWN)],
			[KNOWN, revisited(KNOWN)],
			[ADAS_OWN, revisited(ADAS_OWN)],
			[ISOLATED, revisited(ISOLATED_ADA)],
			[ISOLATED_ADA, revisited(ISOLATED_ADA)],
			[ENDED, revisited(ADAS_OWN)],
		],
	],
	[
		"a session that has become another user's",
		depart(GRACES),
		[
			[ANONYMOUS, departed(known(GRACES))],
			[PENDING, departed(known(GRACES))],
			[KNOWN, departed(known(GRACES))],
			[ADAS_OWN, departed({ ...known(GRACES), user: 'ada' })],
			[ISOLATED, departed({ ...ISOLATED, session: GRACES })],
			[ISOLATED_ADA, departed({ ...ISOLATED, session: GRACES })],
			[ENDED, departed({ ...known(GRACES), user: 'ada' })],
		],
	],
	[
		'a session that the server has forgotten',
		revisit(undefined),
		[
			[ANONYMOUS, revisited(ANONYMOUS)],
			[PENDING, revisited(PENDING)],
			[ISOLATED, revisited(ISOLATED)],
			[ENDED, revisited(ENDED)],
			[KNOWN, revisited(ANONYMOUS)],
			[ADAS_OWN, revisited({ ...ANONYMOUS, user: 'ada' })],
			[ISOLATED_ADA, revisited(ISOLATED)],
		],
	],
	[
		'leaving',
		depart(undefined),
		[
			[ANONYMOUS, departed(ANONYMOUS)],
			[PENDING, departed(ANONYMOUS)],
			[KNOWN, departed(ANONYMOUS)],
			[ADAS_OWN, departed({ ...ANONYMOUS, user: 'ada' })],
			[ISOLATED, departed(ISOLATED)],
			[ISOLATED_ADA, departed(ISOLATED)],
			[ENDED, departed({ ...ANONYMOUS, user: 'ada' })],
		],
	],
];

const STATES = [ANONYMOUS, PENDING, KNOWN, ADAS_OWN, ISOLATED, ISOLATED_ADA, ENDED];

function inWords({ status, session, user }: SessionState): string {
	return `${status}${session ? ` with the session ${session.authToken}` : ''}${user ? ` in ${user}'s window` : ''}`;
}

/** The same state, with a missing session always left out. */
function plain(state: SessionState): SessionState {
	return JSON.parse(JSON.stringify(state)) as SessionState;
}

for (const [name, transition, rows] of TRANSITIONS) {
	describe(`the session's state after ${name}`, () => {
		for (const [from, to] of rows) {
			test(`${inWords(from)} becomes ${inWords(to)}`, () => {
				assert.deepEqual(plain(transition(from)), plain(to));
			});
		}
		for (const state of STATES.filter((other) => rows.every(([from]) => from !== other))) {
			// The transition of an identification gets the session of the state.
			if (name.startsWith('welcoming')) continue;
			test(`${inWords(state)} stays so`, () => assert.deepEqual(plain(transition(state)), plain(state)));
		}
	});
}
