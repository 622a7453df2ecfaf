/**
 * Requests of the conversation that are answered by 500, by 429 or not at all: the visitor is told,
 * nothing is lost, and it works afterwards. The tests are in two files, which run at the same time.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import type { ElementHandle, Frame } from 'puppeteer-core';
import { runsAllVariants } from '../support/browser.ts';
import type { Exchange, Failure } from '../support/faultProxy.ts';
import { press, type } from '../support/input.ts';
import { Journey, type JourneyOptions } from './journey.ts';
import type { Team } from './team.ts';
import type { Visitor } from './visitor.ts';
import { chooseInMenu, see, seeNoText, seeText, until } from './waiting.ts';

const folder = mkdtempSync(join(tmpdir(), 'live-chat-refusals-'));
const ORDER = join(folder, 'order.txt');
writeFileSync(ORDER, 'Two plates, please');
after(() => rmSync(folder, { recursive: true, force: true }));

/** So many messages that the beginning is on an older page. */
const LATER = 30;

const NOT_SENT = "Couldn't send, try again";
const HELD_BACK = 'Too many messages at once. This one will be sent shortly.';
const ERROR = 'There was an error, please try again';
const OUT_OF_TOUCH = 'Connection lost. Reconnecting…';

interface Scene {
	visitor: Visitor;
	frame: Frame;
	team: Team;
	/** Display id. */
	id: number;
	/** The visitor's first message. */
	greeting: string;
}

interface Call {
	name: string;
	/** Method and path of the failing request. */
	pattern: RegExp;
	/** Runs before the failure. */
	prepare?: (scene: Scene) => Promise<unknown>;
	act: (scene: Scene) => Promise<unknown>;
	/** The text that is shown after the failure. */
	says: string;
	/**
	 * Without an answer no text is shown, and after 429 one that it waits: the request is repeated
	 * automatically until it succeeds.
	 */
	isPatient?: boolean;
	/** Runs after the server is back; undefined where nothing has to be done. */
	again?: (scene: Scene) => Promise<unknown>;
	works: (scene: Scene) => Promise<unknown>;
}

function rate(where: Frame, label: string): Promise<void> {
	return press(where, { role: 'radio', name: label });
}

async function chooseFile({ frame }: Scene): Promise<void> {
	const field = (await frame.waitForSelector('input[type=file]:not([capture])')) as ElementHandle<HTMLInputElement>;
	await field.uploadFile(ORDER);
	await seeText(frame, 'order.txt');
}

async function seeFileSent({ visitor, frame }: Scene): Promise<void> {
	await visitor.seeAllSent();
	await see(frame, 'the file', () => document.querySelector('[role=log] a[download]'));
}

/** The chat after a reload, in the panel that is open again. */
async function comeBack(scene: Scene): Promise<void> {
	await scene.visitor.reload();
	scene.frame = await scene.visitor.openPanel();
}

const pressAgain = ({ frame }: Scene) => press(frame, 'Send message again');

const SENDING_A_FILE: Omit<Call, 'name' | 'pattern'> = {
	prepare: chooseFile,
	act: ({ frame }) => press(frame, 'Send message'),
	says: NOT_SENT,
	isPatient: true,
	again: pressAgain,
	works: seeFileSent,
};

const CALLS: Call[] = [
	{
		name: 'a message',
		pattern: /^POST .*\/widget\/messages/,
		act: ({ visitor }) => visitor.write('Are you open on Sunday?'),
		says: NOT_SENT,
		isPatient: true,
		again: pressAgain,
		works: ({ visitor }) => visitor.seeAllSent(),
	},
	{ ...SENDING_A_FILE, name: 'a file', pattern: /^POST .*\/widget\/messages/ },
	{
		name: 'a rating',
		pattern: /^PATCH .*\/widget\/messages\//,
		prepare: ({ team, id }) => team.write(id, { content: 'Please rate the conversation', content_type: 'input_csat' }),
		act: ({ frame }) => rate(frame, 'good'),
		says: NOT_SENT,
		again: ({ frame }) => press(frame, 'Try again'),
		works: ({ frame }) => seeText(frame, 'Thank you for submitting the rating'),
	},
	{
		name: 'a choice',
		pattern: /^PATCH .*\/widget\/messages\//,
		prepare: ({ team, id }) =>
			team.write(id, {
				content: 'Which glaze?',
				content_type: 'input_select',
				content_attributes: {
					items: [
						{ title: 'Cobalt', value: 'c' },
						{ title: 'Ash', value: 'a' },
					],
				},
			}),
		act: ({ frame }) => press(frame, 'Ash'),
		says: NOT_SENT,
		again: ({ frame }) => press(frame, 'Ash'),
		works: ({ frame }) => seeNoText(frame, 'Cobalt'),
	},
	{
		name: 'a call that is joined',
		pattern: /^POST .*\/add_participant_to_meeting/,
		prepare: ({ team, id }) => team.write(id, { content: 'Shall we talk?', content_type: 'integrations' }),
		act: ({ frame }) => press(frame, 'Click here to join'),
		says: ERROR,
		again: ({ frame }) => press(frame, 'Click here to join'),
		works: async ({ frame }) => {
			await press(frame, 'Leave the call');
			await see(frame, 'no call', () => !document.querySelector('dialog'));
		},
	},
	{
		name: 'the end',
		pattern: /^GET .*\/conversations\/toggle_status/,
		act: ({ frame }) => chooseInMenu(frame, 'End Conversation'),
		says: ERROR,
		again: ({ frame }) => chooseInMenu(frame, 'End Conversation'),
		works: ({ frame }) => seeText(frame, 'This conversation has ended.'),
	},
	{
		name: 'the transcript',
		pattern: /^(POST .*\/transcript|PATCH .*\/widget\/contact)/,
		prepare: async ({ frame }) => {
			await chooseInMenu(frame, 'End Conversation');
			await press(frame, 'Request a conversation transcript');
			await type(frame, { selector: 'input[name=email]' }, 'grace@navy.example');
		},
		act: ({ frame }) => press(frame, 'Send transcript'),
		says: ERROR,
		again: ({ frame }) => press(frame, 'Send transcript'),
		works: ({ frame }) => seeText(frame, 'The chat transcript was sent successfully'),
	},
	{
		name: 'the address of the transcript',
		pattern: /^GET .*\/widget\/contact/,
		prepare: ({ frame }) => chooseInMenu(frame, 'End Conversation'),
		act: ({ frame }) => press(frame, 'Request a conversation transcript'),
		says: ERROR,
		again: ({ frame }) => press(frame, 'Request a conversation transcript'),
		works: ({ frame }) => see(frame, 'the field', () => document.querySelector('input[name=email]')),
	},
	{
		name: 'the newest messages',
		pattern: /^GET .*\/widget\/messages/,
		act: comeBack,
		says: OUT_OF_TOUCH,
		works: ({ frame, greeting }) => seeText(frame, greeting),
	},
	{
		name: 'an older page',
		pattern: /^GET .*\/widget\/messages.*before=/,
		prepare: async ({ team, id, frame }) => {
			for (let index = 1; index <= LATER; index += 1) await team.write(id, { content: `Answer ${index}` });
			await seeText(frame, `Answer ${LATER}`);
		},
		act: async (scene) => {
			await comeBack(scene);
			await seeText(scene.frame, `Answer ${LATER}`);
			await see(scene.frame, 'the beginning', () => {
				document.querySelector('[role=log]')?.scrollTo(0, 0);
				return document.querySelector('[role=log]')?.scrollTop === 0;
			});
		},
		says: ERROR,
		again: ({ frame }) => press(frame, 'Try again'),
		works: async ({ frame, greeting }) => {
			await see(
				frame,
				'the beginning of all',
				(wanted) => {
					document.querySelector('[role=log]')?.scrollTo(0, 0);
					return document.body.innerText.includes(wanted);
				},
				greeting,
			);
		},
	},
	{
		name: 'the conversation, with its newest messages',
		pattern: /^GET .*\/widget\/messages\?(?!.*(before|after)=)/,
		act: comeBack,
		says: OUT_OF_TOUCH,
		works: ({ frame }) => chooseInMenu(frame, 'End Conversation'),
	},
];

/** Files that are uploaded before their message. */
const DIRECT_CALLS: Call[] = (
	[
		['the announcement of a file', /^POST .*\/direct_uploads/],
		["a file's bytes", /^PUT /],
		['the message of a file that is there', /^POST .*\/widget\/messages/],
	] as const
).map(([name, pattern]) => ({ ...SENDING_A_FILE, name, pattern }));

const GROUPS: [string, Call[], JourneyOptions][] = [
	['when the server does not do what it should', CALLS, {}],
	['when direct uploads do not go as they should', DIRECT_CALLS, { settings: { DIRECT_UPLOADS: 'on' } }],
];

const NAMES = { 500: 'an answer of 500', 429: 'an answer of 429', 'no answer': 'no answer in time' } as const;
const FAILURES = [500, 429, 'no answer'] as const;

type CallFailure = (typeof FAILURES)[number];

/**
 * These failures of each call in the complete run in Chromium; elsewhere one for each call, in
 * turn: the same code tells them apart.
 */
export function describeFailingCalls(failures: readonly CallFailure[]): void {
	const failuresOf = (index: number) =>
		failures.filter((failure) => runsAllVariants || failure === FAILURES[index % FAILURES.length]);
	for (const [claim, calls, options] of GROUPS) {
		describe(claim, () => {
			let journey: Journey;
			before(async () => {
				journey = await Journey.start(options);
			});
			afterEach(() => journey.clear());
			after(() => journey.stop());

			for (const [index, call] of calls.entries()) {
				for (const failure of failuresOf(index)) {
					const outcome = failure === 'no answer' && call.isPatient ? 'waited out' : 'shown';
					test(`${call.name}: ${NAMES[failure]} is ${outcome}, and it works once the server has recovered`, async () => {
						await endure(journey, call, failure);
					});
				}
			}
		});
	}
}

async function endure(journey: Journey, call: Call, failure: Failure): Promise<void> {
	const { pattern, prepare, act, says, isPatient, again, works } = call;
	const scene = await begin(journey);
	await prepare?.(scene);
	const earlier = journey.proxy.exchanges.length;
	journey.proxy.fail(pattern, failure);
	if (failure === 'no answer') await scene.visitor.hurry();
	await act(scene);
	const isWaiting = isPatient && failure === 'no answer';
	const isHeldBack = isPatient && failure === 429;
	if (isWaiting) await seeTwoAttempts(journey.proxy.exchanges, earlier, pattern);
	else await seeText(scene.frame, isHeldBack ? HELD_BACK : says);
	journey.proxy.restore();
	await scene.visitor.takeTime();
	if (!isWaiting && !isHeldBack) await again?.(scene);
	await works(scene);
}

/** The second attempt comes only after the first was given up. */
async function seeTwoAttempts(exchanges: Exchange[], earlier: number, pattern: RegExp): Promise<void> {
	await until('a second attempt', () => {
		const attempts = exchanges.slice(earlier).filter(({ method, path }) => pattern.test(`${method} ${path}`));
		return attempts.length >= 2;
	});
}

async function begin(journey: Journey): Promise<Scene> {
	const visitor = await journey.newcomer();
	await visitor.page.goto(journey.pageUrl);
	const frame = await visitor.openConversation();
	const greeting = `Hello from visitor ${journey.count('contacts') + 1}`;
	await visitor.write(greeting);
	await visitor.seeAllSent();
	return { visitor, frame, team: journey.team, id: await journey.team.conversationWith(greeting), greeting };
}
