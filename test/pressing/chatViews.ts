/** The views of the chat, and what was said and set before each. */
import { basename } from 'node:path';
import { key, type } from '../support/input.ts';
import { until } from '../support/until.ts';
import * as scenes from './chatScenes.ts';
import { type Kept, PICTURE, type Stage } from './stage.ts';
import { settle } from './state.ts';
import type { View } from './walk.ts';

export type Step = NonNullable<View['steps']>[number];

/** A view as the table has it: what was said before (`said`) is put back at each visit. */
export interface ChatView extends Pick<View, 'name' | 'shows' | 'isFlat' | 'takes'> {
	/** Which website; default `demo`. */
	website?: string;
	/** Attributes of the tag. */
	attributes?: Readonly<Record<string, string>>;
	said?: scenes.Scene;
	steps: readonly Step[];
	/**
	 * Whether the launcher, the header, the composer and the tools of a message, which most views
	 * have, are pressed there also where time is spared.
	 */
	hasShell?: boolean;
}

const COMPOSER = 'form:has(textarea[aria-label="Type your message"])';
const SHELL = ['[part=launcher]', 'header', '[aria-label=Reply]', '[aria-label=Copy]', COMPOSER].join();

/** It says how many messages are unread. */
const OPEN = /Chat with us/;
const START = 'Start Conversation';
const OTHER_DEVICE = 'Have you written to us before?';
const CODE_FORM = 'form:has(input[name=email], input[name=code])';

/** What a visitor meets first. */
export const FIRST_VIEWS: readonly ChatView[] = [
	{ name: 'launcher', steps: [], hasShell: true, isFlat: true },
	{ name: 'home', steps: [OPEN], hasShell: true, shows: 'Visit the workshop' },
	{ name: 'pre-chat form', website: 'demo-prechat', steps: [OPEN, START] },
	{ name: 'topics', website: 'demo-topics', steps: [OPEN] },
	{ name: 'leave a message', website: 'demo-leave', steps: [OPEN, START] },
	// Browsers keep for minutes whether a website has campaigns: this one no other view here
	// visits.
	{ name: 'campaign', website: 'demo-rating', said: scenes.beginCampaign, steps: [], shows: 'Need a hand?' },
	{ name: 'preview', said: scenes.answerTwice, steps: [], hasShell: true, shows: 'See new messages' },
];

/** A conversation, and what is beside it. */
export const CONVERSATION_VIEWS: readonly ChatView[] = [
	{ name: 'home of a known visitor', said: scenes.sayTwice, steps: [OPEN, 'Back'], shows: 'Visit the workshop' },
	{ name: 'empty conversation', steps: [OPEN, START], hasShell: true },
	{ name: 'conversation', said: scenes.sayFiles, steps: [OPEN], hasShell: true, shows: 'That one' },
	{ name: 'away', website: 'demo-hours', steps: [OPEN, START] },
	{ name: 'conversation about a topic', website: 'demo-topics', steps: [OPEN, 'Where is my order?'] },
	{ name: 'article', steps: [OPEN, /Visit the workshop/], shows: 'Opening hours' },
];

/** What else than text a message may be. */
export const MESSAGE_VIEWS: readonly ChatView[] = [
	{
		name: 'choices, cards and articles',
		said: scenes.ask('choices', 'cards', 'articles'),
		steps: [OPEN],
		shows: 'Put aside',
	},
	{ name: 'form in a message', said: scenes.ask('form'), steps: [OPEN], shows: 'Glaze' },
	{ name: 'question for the address', said: scenes.ask('address'), steps: [OPEN], shows: 'Email Address' },
	{ name: 'question for a rating', said: scenes.ask('rating'), steps: [OPEN], shows: 'Submit' },
	{ name: 'invitation to a call', said: scenes.ask('call'), steps: [OPEN], shows: 'Click here to join' },
	{ name: 'code, quotes and what was taken back', said: scenes.sayAndTakeBack, steps: [OPEN], shows: 'And that?' },
];

/** What a conversation leaves. */
export const ENDED_VIEWS: readonly ChatView[] = [
	{ name: 'earlier conversations', said: scenes.endOften, steps: [OPEN, 'Back'], shows: 'Visit the workshop' },
	{
		name: 'earlier conversation',
		said: scenes.endOften,
		steps: [OPEN, 'Back', /About /],
		shows: 'This is an earlier conversation.',
	},
	{
		name: 'ended conversation',
		website: 'demo-rating',
		said: scenes.end,
		steps: [OPEN],
		shows: 'Request a conversation transcript',
	},
	{ name: 'conversation ended for good', said: scenes.endForGood, steps: [OPEN], shows: 'Start a new conversation' },
	{ name: 'page of a mailed rating', website: 'demo-rating', said: scenes.mailSurvey, steps: [], shows: 'poor' },
	{
		name: 'page of a mailed rating that was given',
		website: 'demo-rating',
		said: scenes.rateByMail,
		steps: [],
		shows: 'Thank you for submitting the rating',
	},
];

/** What is beside a conversation, or around it. */
export const OTHER_VIEWS: readonly ChatView[] = [
	{
		name: 'pre-chat form with every kind of field',
		website: 'demo-prechat',
		said: scenes.askEverything,
		steps: [OPEN, START],
		shows: 'Cobalt',
	},
	{ name: 'address for a code', steps: [OPEN, OTHER_DEVICE], takes: CODE_FORM, isFlat: true, shows: 'Send code' },
	{
		name: 'code by mail',
		steps: [OPEN, OTHER_DEVICE, askForCode],
		takes: CODE_FORM,
		isFlat: true,
		shows: 'Send another code',
	},
	{ name: 'window of its own', said: scenes.popOut, steps: [], hasShell: true, shows: 'Good morning' },
];

const ANSWERS = '/api/v1/';

/** Where a visitor writes, with what goes along or did not go. */
export const COMPOSER_VIEWS: readonly ChatView[] = [
	{ name: 'chosen file', steps: [OPEN, START, chooseFile], takes: COMPOSER, hasShell: true, shows: basename(PICTURE) },
	{
		name: 'quote',
		said: scenes.answerTwice,
		steps: [OPEN, 'Reply'],
		takes: COMPOSER,
		hasShell: true,
		shows: 'Cancel reply',
	},
	{
		name: 'composer below a failed message',
		steps: [OPEN, START, fail(ANSWERS), say('Hello?')],
		takes: COMPOSER,
		hasShell: true,
		shows: "Couldn't send, try again",
	},
];

/** Without a network, and with a server that fails. */
export const FAULT_VIEWS: readonly ChatView[] = [
	{
		name: 'conversation offline',
		said: scenes.sayFiles,
		steps: [OPEN, goOffline],
		shows: 'Connection lost',
	},
	{ name: 'failed message', steps: [OPEN, START, fail(ANSWERS), say('Hello?')], shows: "Couldn't send, try again" },
	{
		name: 'home offline',
		said: scenes.sayTwice,
		steps: [OPEN, 'Back', see('Visit the workshop'), goOffline],
		isFlat: true,
		shows: 'Connection lost',
	},
	{ name: 'pre-chat form offline', website: 'demo-prechat', steps: [OPEN, START, goOffline], shows: 'Full Name' },
	{ name: 'article offline', steps: [OPEN, /Visit the workshop/, goOffline], shows: 'Opening hours' },
	{
		name: 'earlier conversation that fails',
		said: scenes.endOften,
		steps: [OPEN, 'Back', fail('/messages'), /About /],
		shows: 'This could not be loaded.',
	},
	{
		name: 'pre-chat form that fails',
		website: 'demo-prechat',
		steps: [OPEN, START, answerQuestions, fail(ANSWERS), START],
		shows: "Couldn't send, try again",
	},
];

/** Waits for what comes a moment later. */
function see(text: string): Step {
	return async ({ chat }) => {
		await until(text, () => chat.evaluate((words) => document.body.innerText.includes(words), text));
	};
}

async function chooseFile({ chat }: Stage): Promise<void> {
	const field = await chat.waitForSelector('input[type=file]:not([capture])');
	await field?.uploadFile(PICTURE);
}

let mailboxes = 0;

/** Each time for another mailbox: one gets few codes. */
async function askForCode({ chat }: Stage): Promise<void> {
	await type(chat, 'Email Address', `lara${(mailboxes += 1)}@example.com`);
	await key(chat, 'Enter');
}

/** Once what belongs to the view has loaded. */
async function goOffline({ page, traces }: Stage): Promise<void> {
	await settle(page, traces);
	await page.setOfflineMode(true);
}

function fail(path: string): Step {
	return async (stage) => {
		await settle(stage.page, stage.traces);
		await stage.fail(path);
	};
}

/** With what the form takes, which the server then has to. */
async function answerQuestions({ chat }: Stage): Promise<void> {
	await type(chat, 'Full Name', 'Lara');
	await type(chat, 'Email Address', 'lara@example.com');
	await type(chat, 'Message', 'Hello');
}

function say(text: string): Step {
	return async ({ chat }) => {
		await type(chat, 'Type your message', text);
		await key(chat, 'Enter');
	};
}

/**
 * The view with what database and browser hold before it. @param clean what they hold before any
 */
export async function prepare(stage: Stage, clean: Kept, chatView: ChatView): Promise<View> {
	const { website = 'demo', attributes, said, hasShell, ...row } = chatView;
	const leadsOut = row.steps.includes(OPEN);
	const view = { ...row, leadsOut, ...(!hasShell && { leaves: SHELL }) };
	const page = stage.pageOf(website, attributes);
	if (!said) return { ...view, kept: clean, address: page };
	await stage.restore(clean, true);
	const address = await said(stage, website);
	stage.postdate();
	return { ...view, kept: await stage.keep(), address: address ?? page };
}
