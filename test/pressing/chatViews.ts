/** The views of the chat, and what was said and set before each. */
import { isComplete } from '../support/isComplete.ts';
import * as scenes from './chatScenes.ts';
import type { Kept, Stage } from './stage.ts';
import type { View } from './walk.ts';

export type Step = NonNullable<View['steps']>[number];

/** A view as the table has it: what was said before (`said`) is put back at each visit. */
export interface ChatView extends Pick<View, 'name' | 'shows' | 'isFlat'> {
	/** Which website; default `demo`. */
	website?: string;
	/** Attributes of the tag. */
	attributes?: Readonly<Record<string, string>>;
	said?: scenes.Scene;
	steps: readonly Step[];
	/**
	 * Whether the launcher and the composer, which most views have, are pressed there also where
	 * time is spared.
	 */
	hasShell?: boolean;
}

const SHELL = '[part=launcher], form:has(textarea[aria-label="Type your message"])';

/** It says how many messages are unread. */
const OPEN = /Chat with us/;
const START = 'Start Conversation';

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

/**
 * The view with what database and browser hold before it. @param clean what they hold before any
 */
export async function prepare(stage: Stage, clean: Kept, chatView: ChatView): Promise<View> {
	const { website = 'demo', attributes, said, hasShell, ...row } = chatView;
	const view = { ...row, ...(!hasShell && !isComplete && { leaves: SHELL }) };
	const page = stage.pageOf(website, attributes);
	if (!said) return { ...view, kept: clean, address: page };
	await stage.restore(clean, true);
	await said(stage, website);
	return { ...view, kept: await stage.keep(), address: page };
}
