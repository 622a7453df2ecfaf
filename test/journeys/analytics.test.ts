/**
 * The recipes of docs/guide/analytics.md, as owners of sites copy them, with stand-ins that record.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { ROOT } from '../../src/build/root.ts';
import { choose, press, type } from '../support/input.ts';
import { Journey } from './journey.ts';
import { see, seeText, until } from './waiting.ts';

const RECIPES = [
	...readFileSync(join(ROOT, 'docs/guide/analytics.md'), 'utf8').matchAll(/```html\n(<script>.*?<\/script>)\n```/gs),
].map(([, recipe = '']) => recipe);

/** What the programs themselves would define. */
const STAND_INS = `<script>
	const heard = { ga4: [], plausible: [], segment: [] };
	const gtag = (...call) => heard.ga4.push(call);
	const plausible = (...call) => heard.plausible.push(call);
	const analytics = { track: (...call) => heard.segment.push(call) };
</script>`;

/** Stands wherever the visitor writes. */
const WRITTEN = 'Secret of mine';
const FILE = join(ROOT, 'LICENSE');

const NAME_FIELD = {
	name: 'fullName',
	type: 'text',
	label: 'Name',
	field_type: 'standard',
	enabled: true,
	required: true,
} as const;

/** What happens below, as the events of the tag tell it. */
const HAPPENED: readonly [name: string, detail?: Record<string, string | number | boolean>][] = [
	['open'],
	['article-shown', { slug: 'gift-cards' }],
	['start-conversation', { hasConversation: false }],
	['form-submitted', { form: 'pre-chat' }],
	['attachment-sent', { type: 'file' }],
	['conversation-ended'],
	['rated', { rating: 5, isChanged: false }],
	['rated', { rating: 4, isChanged: true }],
];

const IN_DATA_LAYER = [
	{ event: 'live_chat_open' },
	{ event: 'live_chat_article_shown', live_chat_article: 'gift-cards' },
	{ event: 'live_chat_start_conversation', live_chat_is_first: true },
	{ event: 'live_chat_form_submitted', live_chat_form: 'pre-chat' },
	{ event: 'live_chat_message_sent' },
	{ event: 'live_chat_attachment_sent', live_chat_attachment: 'file' },
	{ event: 'live_chat_message_sent' },
	{ event: 'live_chat_conversation_ended' },
	{ event: 'live_chat_rated', live_chat_rating: 5, live_chat_is_changed: false },
	{ event: 'live_chat_rated', live_chat_rating: 4, live_chat_is_changed: true },
].map((entry) => JSON.stringify(entry));

interface Heard {
	heard: Record<'ga4' | 'plausible' | 'segment', unknown[]>;
	paq: unknown[];
	dataLayer: unknown[];
}

describe('analytics', () => {
	let journey: Journey;
	before(async () => {
		journey = await Journey.start({ head: STAND_INS + RECIPES.join(''), attributes: 'data-layer' });
		await journey.changeChannel({
			inbox: { csat_survey_enabled: true },
			widget: {
				pre_chat_form_enabled: true,
				pre_chat_form_options: { pre_chat_message: null, pre_chat_fields: [NAME_FIELD] },
			},
		});
	});
	after(() => journey.stop());

	test('each program hears of everything that a visitor does, once and without what anybody wrote', async () => {
		assert.equal(RECIPES.length, 4);
		const visitor = await journey.visitor();
		const frame = await visitor.openPanel();
		await press(frame, 'Gift cards');
		// It is counted once it is there to read.
		await hears(visitor.page, 2);
		await press(frame, 'Back');
		await press(frame, 'Start Conversation');
		await type(frame, 'Name', WRITTEN);
		await type(frame, 'Message', WRITTEN);
		await press(frame, { selector: 'form [type=submit]' });
		await seeText(frame, WRITTEN);
		await visitor.seeAllSent();
		const picker = await frame.waitForSelector('input[type=file][multiple]');
		await (picker as unknown as { uploadFile: (path: string) => Promise<void> } | null)?.uploadFile(FILE);
		await press(frame, 'Send message');
		await see(frame, 'the file', () => document.querySelector('a[aria-label^="Download:"]'));
		await choose(frame, 'More options', { role: 'menuitem', name: 'End Conversation' });
		await press(frame, { role: 'radio', name: 'excellent' });
		await hears(visitor.page, 7);
		await press(frame, { role: 'radio', name: 'good' });
		await hears(visitor.page, 8);
		// Each message is counted by one of the visitor's tabs, which is settled first.
		await until('both messages in the data layer', async () => (await length(visitor.page, 'dataLayer')) === 10);

		const { heard, paq, dataLayer } = (await visitor.page.evaluate(
			'JSON.parse(JSON.stringify({ heard, paq: _paq, dataLayer }))',
		)) as Heard;
		assert.deepEqual(
			heard.ga4,
			HAPPENED.map(([name, detail = {}]) => ['event', `live_chat_${name.replaceAll('-', '_')}`, detail]),
		);
		assert.deepEqual(
			heard.plausible,
			HAPPENED.map(([name, detail = {}]) => [`Live chat: ${name}`, { props: detail }]),
		);
		assert.deepEqual(
			heard.segment,
			HAPPENED.map(([name, detail = {}]) => [`Live chat: ${name}`, detail]),
		);
		assert.deepEqual(
			paq,
			HAPPENED.map(([name, { slug, form, type: kind, rating } = {}]) => [
				'trackEvent',
				'Live chat',
				name,
				slug ?? form ?? kind ?? null,
				rating ?? null,
			]),
		);
		assert.deepEqual(dataLayer.map((entry) => JSON.stringify(entry)).toSorted(), IN_DATA_LAYER.toSorted());
		assert.ok(!JSON.stringify({ heard, paq, dataLayer }).includes(WRITTEN));
	});
});

/** By what comes, which is what is waited for, the recipes of all programs have been called. */
function hears(page: Page, count: number): Promise<unknown> {
	return until(`${count} events`, async () => (await length(page, 'heard.ga4')) === count);
}

function length(page: Page, list: string): Promise<unknown> {
	return page.evaluate(`${list}.length`);
}
