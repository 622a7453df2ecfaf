/** Calls of the conversation answered by 500 and by 429: it is said, nothing is lost, and it works afterwards. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import type { ElementHandle, Frame } from 'puppeteer-core';
import { Sitting } from './sitting.ts';
import type { Team } from './team.ts';
import type { Visitor } from './visitor.ts';
import { press, see, seeNoText, seeText } from './waiting.ts';

const folder = mkdtempSync(join(tmpdir(), 'live-chat-refusals-'));
const ORDER = join(folder, 'order.txt');
writeFileSync(ORDER, 'Two plates, please');
after(() => rmSync(folder, { recursive: true, force: true }));

const NOT_SENT = "Couldn't send, try again";
const ERROR = 'There was an error, please try again';

interface Scene {
	visitor: Visitor;
	frame: Frame;
	team: Team;
	/** Display id. */
	id: number;
}

interface Call {
	name: string;
	/** Method and path. */
	pattern: RegExp;
	/** Before things go wrong. */
	prepare?: (scene: Scene) => Promise<unknown>;
	act: (scene: Scene) => Promise<unknown>;
	/** What is said when it failed. */
	says: string;
	/** After the server is back. */
	again: (scene: Scene) => Promise<unknown>;
	works: (scene: Scene) => Promise<unknown>;
}

async function rate(where: Frame, label: string): Promise<void> {
	const face = await where.waitForSelector(`input[type=radio][aria-label="${label}"]`);
	await face?.evaluate((input) => (input as HTMLElement).click());
}

const pressAgain = ({ frame }: Scene) => press(frame, 'Send message again');

const CALLS: Call[] = [
	{
		name: 'a message',
		pattern: /^POST .*\/widget\/messages/,
		act: ({ visitor }) => visitor.write('Are you open on Sunday?'),
		says: NOT_SENT,
		again: pressAgain,
		works: ({ visitor }) => visitor.seeAllSent(),
	},
	{
		name: 'a file',
		pattern: /^POST .*\/widget\/messages/,
		prepare: async ({ frame }) => {
			const field = (await frame.waitForSelector('input[type=file]:not([capture])')) as ElementHandle<HTMLInputElement>;
			await field.uploadFile(ORDER);
			await seeText(frame, 'order.txt');
		},
		act: ({ frame }) => press(frame, 'Send message'),
		says: NOT_SENT,
		again: pressAgain,
		works: async ({ visitor, frame }) => {
			await visitor.seeAllSent();
			await see(frame, 'the file', () => document.querySelector('[role=log] a[download]'));
		},
	},
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
		act: ({ frame }) => press(frame, 'End Conversation'),
		says: ERROR,
		again: ({ frame }) => press(frame, 'End Conversation'),
		works: ({ frame }) => seeText(frame, 'This conversation has ended.'),
	},
	{
		name: 'the transcript',
		pattern: /^(POST .*\/transcript|PATCH .*\/widget\/contact)/,
		prepare: async ({ frame }) => {
			await press(frame, 'End Conversation');
			await press(frame, 'Request a conversation transcript');
			await (await frame.waitForSelector('input[name=email]'))?.type('grace@navy.example');
		},
		act: ({ frame }) => press(frame, 'Send transcript'),
		says: ERROR,
		again: ({ frame }) => press(frame, 'Send transcript'),
		works: ({ frame }) => seeText(frame, 'The chat transcript was sent successfully'),
	},
];

describe('when the server does not do what it should', () => {
	let sitting: Sitting;
	before(async () => {
		sitting = await Sitting.start();
	});
	afterEach(() => sitting.clear());
	after(() => sitting.stop());

	async function begin(): Promise<Scene> {
		const visitor = await sitting.visitor();
		const frame = await visitor.openConversation();
		const greeting = `Hello from visitor ${sitting.count('contacts') + 1}`;
		await visitor.write(greeting);
		await visitor.seeAllSent();
		return { visitor, frame, team: sitting.team, id: await sitting.team.conversationWith(greeting) };
	}

	for (const { name, pattern, prepare, act, says, again, works } of CALLS) {
		for (const status of [500, 429]) {
			test(`${name}: an answer of ${status} is said, and it works when the server is well again`, async () => {
				const scene = await begin();
				await prepare?.(scene);
				sitting.front.fail(pattern, status);
				await act(scene);
				await seeText(scene.frame, says);
				sitting.front.restore();
				await again(scene);
				await works(scene);
			});
		}
	}
});
