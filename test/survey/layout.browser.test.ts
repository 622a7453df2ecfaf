/**
 * The survey page at every size, light and dark, in three languages: nothing is cut off, overlaps
 * or is too small.
 */
import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import { catalogs } from 'catalogs:survey';
import type { CsatSurvey } from '#protocol/entities/entities.ts';
import { showSurvey } from '../../src/survey/show.tsx';
import { startFakeServer } from '../desk/fakeServer.ts';
import { until } from '../desk/page.ts';
import { activateLocale } from '../desk/activateLocale.ts';
import { LONG_NAME, LONG_WORD, SIZES } from '../widget/extremes.ts';
import { BOTH_THEMES, findFaultsIn } from '../widget/overflow.ts';
import { fill, press } from '../support/browser/input.ts';

const ROUTE = '/public/api/v1/csat_survey/c0ffee';

const server = startFakeServer();
let undo: () => void;

afterEach(() => {
	undo();
	document.getElementById('app')?.remove();
});
after(async () => {
	server.stop();
	document.documentElement.dir = 'ltr';
	await setViewport({ width: 800, height: 600 });
});

interface Scene {
	/** What the server knows besides the question; absent where there is no survey. */
	changes?: Partial<CsatSurvey>;
	/** Brings the view on the screen; resolves when it is there. */
	show: () => Promise<unknown>;
}

const SCENES: Record<string, Scene> = {
	'a face, with the field for words, and no way to send them': {
		changes: {},
		async show() {
			server.answer(`PATCH ${ROUTE}`, () => {
				throw 503;
			});
			await press(await until(() => document.querySelector('[role=radiogroup] input')));
			await fill({ role: 'textbox' }, LONG_WORD);
			await until(() => document.querySelector('[role=alert] + button'));
		},
	},
	'a rating that is final': {
		changes: { csat_survey_response: response(`${LONG_WORD} ${'Quick and kind. '.repeat(20)}`) },
		show: () => until(() => document.querySelector('input:disabled')),
	},
	'an address without a survey': {
		show: () => until(() => document.querySelector('[role=alert]')?.textContent),
	},
};

for (const [name, { changes, show }] of Object.entries(SCENES)) {
	test(`nothing is cut off or overlaps: ${name}`, async () => {
		server.answer(`GET ${ROUTE}`, (): CsatSurvey => {
			if (!changes) throw 404;
			return { ...SURVEY, ...changes };
		});
		const container = document.createElement('div');
		container.id = 'app';
		document.body.append(container);
		undo = await showSurvey(container, '/survey/responses/c0ffee/');
		await show();
		const faults: string[] = [];
		for (const locale of ['en', 'ar', 'pseudo']) {
			await activateLocale([catalogs], locale);
			for (const fault of await findFaultsIn(SIZES, document.body, BOTH_THEMES)) faults.push(`${locale}, ${fault}`);
		}
		assert.deepEqual(faults, []);
	});
}

const SURVEY: CsatSurvey = {
	id: 77,
	csat_survey_response: null,
	inbox_avatar_url: '',
	inbox_name: LONG_NAME,
	locale: 'en',
	conversation_id: 1234,
	created_at: '2026-03-01T10:00:00.000Z',
	brand: { BRAND_NAME: LONG_WORD, LOGO_THUMBNAIL: '', WIDGET_BRAND_URL: 'https://chat.example/' },
};

function response(feedback_message: string): CsatSurvey['csat_survey_response'] {
	const ids = { id: 1, account_id: 1, conversation_id: 1234, message_id: 77, contact_id: 1, assigned_agent_id: null };
	const times = { created_at: '2026-03-01T10:00:00.000Z', updated_at: '2026-03-01T10:00:00.000Z' };
	return { ...ids, ...times, rating: 4, feedback_message };
}
