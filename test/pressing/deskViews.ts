/** The views of the desk, and whose desk it is. */
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { hoursOf } from '#protocol/entities/workingHours.ts';
import { openStore } from '../../src/server/store/store.ts';
import { createLoginLink } from '../../src/server/domain/people/loginLink.ts';
import { createAgent } from '../server/api.ts';
import { fillTeam, fillVisitor } from '../support/everyKind.ts';
import { choose, key, press, type, write } from '../support/input.ts';
import * as scenes from './deskScenes.ts';
import { type Kept, PICTURE, type Stage } from './stage.ts';
import { settle } from './state.ts';
import type { View } from './walk.ts';

export const ADMINISTRATOR = 'ada@example.com';
export const AGENT = 'noor@example.com';

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
	// The desk's visit would do it by itself, some time later.
	await agent.call('conversations/2/assignments', { body: { assignee_id: 1 } });
	// Copying a day to the others does something where they differ.
	const week = [0, 1, 2, 3, 4, 5, 6].map(
		(day) => ({ day, state: day === 0 ? 'closed' : 'open', from: 0, to: 0 }) as const,
	);
	await agent.call('inboxes/1', { method: 'PATCH', body: { working_hours: hoursOf(week) } });
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
export interface DeskView extends Pick<View, 'steps' | 'shows' | 'leaves' | 'takes' | 'without' | 'isFlat'> {
	at: string | scenes.Scene;
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

export function nameOf({ at, name }: DeskView): string {
	return name ?? (typeof at === 'string' ? at : at.name);
}

const SHELL = '#app > * > header:has(> ul), main > nav';

// The parts of a conversation.
const HEADER = 'section > header';
const MESSAGES = 'section > [role=log]';
const COMPOSER = 'section > form';
const CONTACT = 'aside';

/** The chat beside a website's forms. */
export const PREVIEW = 'iframe[src="/desk/preview"]';

/** One of the last messages. */
const COMPLETE = 'Please rate the conversation';
const THREAD = '/conversations/2';
const FAILED = "Couldn't send, try again";

/** Where one writes. */
export const COMPOSER_VIEWS: readonly DeskView[] = [
	{ at: THREAD, name: 'reply', leaves: [HEADER, MESSAGES, CONTACT].join(), shows: COMPLETE },
	{
		at: THREAD,
		name: 'private note',
		steps: ['Private note'],
		leaves: [HEADER, MESSAGES, CONTACT].join(),
		shows: 'Write a note that only the team sees',
	},
	{ at: THREAD, name: 'chosen file', steps: [chooseFile], takes: COMPOSER, isFlat: true, shows: basename(PICTURE) },
	{ at: THREAD, name: 'quote', steps: [quote], takes: COMPOSER, isFlat: true, shows: 'Cancel reply' },
	{
		at: THREAD,
		name: 'reply below a failed message',
		steps: [failToSay],
		takes: COMPOSER,
		isFlat: true,
		shows: FAILED,
	},
];

export const THREAD_VIEWS: readonly DeskView[] = [
	{ at: THREAD, name: 'header', leaves: [MESSAGES, COMPOSER, CONTACT].join(), shows: COMPLETE },
	{ at: THREAD, name: 'messages', leaves: [HEADER, COMPOSER, CONTACT].join(), shows: COMPLETE },
	{
		at: '/conversations/1',
		name: 'header of a resolved conversation',
		leaves: [MESSAGES, COMPOSER, CONTACT].join(),
		shows: 'Reopen',
	},
	{ at: scenes.beginEmpty, name: 'empty thread', takes: [HEADER, COMPOSER].join(), isFlat: true, shows: 'Nia' },
];

export const CONTACT_VIEWS: readonly DeskView[] = [
	{ at: THREAD, name: 'contact', leaves: [HEADER, MESSAGES, COMPOSER].join(), shows: COMPLETE },
	{
		at: '/conversations/1',
		name: 'contact of a resolved conversation',
		leaves: [HEADER, MESSAGES, COMPOSER].join(),
		shows: 'Reopen',
	},
];

export const LIST_VIEWS: readonly DeskView[] = [
	{ at: '/', name: 'list', hasShell: true, shows: 'quartz-heron stream' },
	{
		at: '/',
		name: 'empty list',
		isEmpty: true,
		hasShell: true,
		leaves: '#app > * > header',
		shows: 'No conversations',
	},
	{ at: THREAD, name: 'command dialog', steps: [openCommands], isFlat: true, shows: 'Commands' },
	{
		at: '/settings/account',
		name: 'search dialog',
		steps: ['Search', seekVisitor],
		isFlat: true,
		shows: 'quartz-heron stream',
	},
	{ at: THREAD, name: 'notifications', steps: [openNotifications], isFlat: true, shows: 'New conversation' },
	{
		at: '/',
		name: 'no notifications',
		isEmpty: true,
		steps: [openNotifications],
		isFlat: true,
		shows: 'No notifications',
	},
	{ at: '/reports', shows: 'Download CSV' },
	{ at: '/reports', name: 'empty reports', isEmpty: true, shows: 'Download CSV' },
];

/** The list of contacts, and what chooses among them or adds to them. */
export const CONTACT_LIST_VIEWS: readonly DeskView[] = [
	{ at: '/contacts', shows: 'Download CSV' },
	{ at: '/contacts', name: 'filtered contacts', steps: [filterContacts], isFlat: true, shows: 'Save as segment' },
	{
		at: '/contacts',
		name: 'import of contacts',
		steps: ['Import', chooseTable],
		isFlat: true,
		shows: 'As they will be stored',
	},
];

async function filterContacts({ page }: Stage): Promise<void> {
	await press(page, 'Filter');
	await type(page, { name: 'Value', within: { role: 'dialog' } }, 'a');
	await press(page, 'Apply');
}

async function chooseTable({ page }: Stage): Promise<void> {
	const path = join(tmpdir(), 'pressed-contacts.csv');
	await writeFile(path, 'Name,Email,Plan\nKim,kim@pressed.example,pro\nNobody,,\n');
	const field = await page.waitForSelector('dialog[open] input[type=file]');
	await field?.uploadFile(path);
}

async function chooseFile({ page }: Stage): Promise<void> {
	const field = await page.waitForSelector(`${COMPOSER} input[type=file]`);
	await field?.uploadFile(PICTURE);
}

async function quote({ page }: Stage): Promise<void> {
	await page.waitForSelector(COMPOSER);
	await choose(page, { name: 'More options', within: { role: 'listitem', text: COMPLETE } }, 'Reply');
}

async function failToSay(stage: Stage): Promise<void> {
	await stage.page.waitForSelector(COMPOSER);
	await settle(stage.page, stage.traces);
	await stage.fail('/messages');
	await type(stage.page, 'Write to the visitor', 'Hello?');
	await key(stage.page, 'Enter');
}

/** From there an agent goes on to what other views have. */
async function openCommands({ page }: Stage): Promise<void> {
	await page.waitForSelector(COMPOSER);
	await key(page, 'Control+k');
	await page.waitForSelector('dialog[open] input');
}

async function openNotifications({ page }: Stage): Promise<void> {
	await press(page, { name: /^Notifications/, within: { role: 'banner' } });
	await page.waitForSelector('dialog[open]');
}

async function seekVisitor({ page }: Stage): Promise<void> {
	await page.waitForSelector('dialog[open] input');
	await write(page, 'quartz');
}

/** What people meet who are not signed in, or for the first time. */
export const ENTRANCE_VIEWS: readonly DeskView[] = [
	{ at: '/', name: 'sign-in form', isSignedOut: true, shows: 'Other ways to sign in' },
	{ at: scenes.setUp, name: 'first administrator', isSignedOut: true, shows: 'Password' },
	{ at: scenes.invite, name: 'invitation', isSignedOut: true, isFlat: true, shows: 'Choose a password' },
	{ at: scenes.changePerson, name: 'link of another person', isFlat: true, shows: 'instead of' },
];

/** Pages of a website with long forms, which have a file of their own. */
export const LONG_PAGES = /\/(topics|hours|people|form|security)$/;

/** What the pages of a website share, or what leads to them. */
export const SHARED_VIEWS: readonly DeskView[] = [
	{ at: '/settings/websites/1/chat', name: 'preview', takes: PREVIEW, isFlat: true, shows: 'View all articles' },
	{ at: '/settings/start', name: 'first steps', without: PREVIEW, shows: 'Set up the live chat' },
];

/** What an agent has differently from an administrator: what both open is the same. */
export const AGENT_VIEWS: readonly DeskView[] = [
	{ at: '/', name: "agent's list", hasShell: true, isFlat: true, shows: 'quartz-heron stream' },
	{ at: THREAD, name: "agent's header", isFlat: true, leaves: [MESSAGES, COMPOSER, CONTACT].join(), shows: COMPLETE },
	{ at: '/settings/canned-responses', name: "agent's saved replies", shows: /<h2\b/ },
	{ at: THREAD, name: "agent's contact", isFlat: true, leaves: [HEADER, MESSAGES, COMPOSER].join(), shows: COMPLETE },
];

/** Where nothing has been set up, or is there any more. */
export const EMPTY_VIEWS: readonly DeskView[] = [
	...['campaigns', 'help-centre', 'labels', 'attributes', 'canned-responses', 'bots', 'webhooks', 'audit-log'].map(
		(slug) => ({ at: `/settings/${slug}`, name: `empty ${slug}`, isEmpty: true, shows: /<h2\b/ }),
	),
	{ at: '/conversations/999', name: 'missing conversation', shows: 'does not exist' },
];

export async function viewOf(stage: Stage, desks: Desks, row: DeskView): Promise<View> {
	const { at, name: _, isSignedOut, isEmpty, hasShell, leaves, ...rest } = row;
	let { database, cookies } = isEmpty === true ? desks.empty : desks.filled;
	if (isSignedOut === true) cookies = [];
	let fragment = at;
	if (typeof fragment !== 'string') {
		await stage.restore({ database, cookies }, true);
		fragment = await fragment(stage);
		({ database } = await stage.keep());
	}
	const left = [...(hasShell === true ? [] : [SHELL]), ...(leaves === undefined ? [] : [leaves])];
	return {
		name: nameOf(row),
		kept: { database, cookies },
		address: `${stage.server.origin}/desk?locale=en#${fragment}`,
		...rest,
		...(left.length > 0 && { leaves: left.join() }),
	};
}
