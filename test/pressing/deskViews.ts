/** The views of the desk, and whose desk it is. */
import { createLoginLink } from '../../src/server/domain/people/loginLink.ts';
import { openStore } from '../../src/server/store/store.ts';
import { createAgent } from '../server/api.ts';
import { fillTeam, fillVisitor } from '../support/everyKind.ts';
import type { Kept, Stage } from './stage.ts';
import type { View } from './walk.ts';

export const ADMINISTRATOR = 'ada@example.com';

/** The same person's. */
export interface Desks {
	empty: Kept;
	filled: Kept;
}

export async function prepareDesks(stage: Stage, email: string): Promise<Desks> {
	const clean = await stage.keep();
	const empty = await signIn(stage, clean, email);
	await stage.restore(clean, true);
	await fill(stage);
	return { empty, filled: await signIn(stage, await stage.keep(), email) };
}

/** Data of every kind, beside the demo's. */
async function fill(stage: Stage): Promise<void> {
	await fillTeam(stage.server);
	await fillVisitor(stage.server, stage.server);
	const agent = createAgent(stage.server.origin, stage.server.agentToken);
	await agent.call('conversations/2/toggle_status', { body: { status: 'open' } });
}

/** Signs the person in, in the browser that was left as in `clean`. */
async function signIn(stage: Stage, clean: Kept, email: string): Promise<Kept> {
	const { server, page } = stage;
	await stage.restore(clean, true);
	const store = await openStore(server);
	try {
		const person = await store.users.findByEmail(email);
		if (!person) throw new Error(`There is no agent ${email}`);
		await page.goto(await createLoginLink(store, person, server.origin));
	} finally {
		await store.close();
	}
	await page.waitForSelector('nav input[type=radio]');
	return stage.keep();
}

/** A view of the desk is a fragment of its address. */
export interface DeskView extends Pick<View, 'steps' | 'shows'> {
	at: string;
	/** Default: the fragment. */
	name?: string;
	isSignedOut?: boolean;
	/** Whether it is of a desk before `fill`. */
	isEmpty?: boolean;
	/**
	 * Whether it is the view in which what all have is pressed: the places above, and the lists at
	 * the side.
	 */
	hasShell?: boolean;
}

/** The button of a form. */
const FORM = /^Save$/m;

const SHELL = '#app > * > header, main > nav';

export const TEAM_SETTINGS: readonly DeskView[] = [
	{ at: '/', name: 'sign-in form', isSignedOut: true, shows: 'Other ways to sign in' },
	{ at: '/settings/people/new', shows: FORM },
];

export function viewOf(
	stage: Stage,
	desks: Desks,
	{ at, name = at, isSignedOut, isEmpty, hasShell, ...rest }: DeskView,
): View {
	const { database, cookies } = isEmpty === true ? desks.empty : desks.filled;
	return {
		name,
		kept: { database, cookies: isSignedOut === true ? [] : cookies },
		address: `${stage.server.origin}/desk?locale=en#${at}`,
		...(hasShell !== true && { leaves: SHELL }),
		...rest,
	};
}
