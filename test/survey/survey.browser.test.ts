/** The page to which mails link (docs/wire.md, Survey). */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import type { CsatAnswer } from '#protocol/entities/contentTypes.ts';
import type { CsatSurvey } from '#protocol/entities/entities.ts';
import { ANSWER_MAX } from '#protocol/base/limits.ts';
import { showSurvey } from '../../src/survey/show.tsx';
import { findNamed, hasText, until } from '../desk/page.ts';
import { startFakeServer } from '../desk/fakeServer.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { fill, press } from '../support/browser/input.ts';

const ROUTE = '/public/api/v1/csat_survey/c0ffee';

const server = startFakeServer();
let survey: CsatSurvey;
let answers: unknown[];
let undo: () => void;

beforeEach(() => {
	survey = {
		id: 77,
		csat_survey_response: null,
		inbox_avatar_url: '',
		inbox_name: 'Halden Stoneware',
		locale: 'en',
		conversation_id: 1234,
		created_at: '2026-03-01T10:00:00.000Z',
	};
	answers = [];
	server.answer(`GET ${ROUTE}`, () => survey);
	server.answer(`PATCH ${ROUTE}`, ({ body }) => {
		const { csat_survey_response } = (body['message'] as Rated).submitted_values;
		answers.push(csat_survey_response);
		return rated(csat_survey_response);
	});
});
afterEach(() => {
	undo();
	document.getElementById('app')?.remove();
});
after(() => server.stop());

test('pressing a face rates at once; the rating can change until feedback is sent', async () => {
	await open();
	await until(() => findNamed('h1', 'Rate your conversation') && hasText('Halden Stoneware'));
	await axeFindsNothing();
	await rate(0);
	await until(() => hasText('Thank you for submitting the rating'));
	await rate(4);
	await until(() => answers.length === 2);
	const field = await until(() => document.querySelector('textarea'));
	const submit = findNamed('button', 'Submit feedback');
	assert.equal(submit?.ariaDisabled, 'true');
	// The server refuses what is longer.
	assert.equal(field.maxLength, ANSWER_MAX);
	await fill(field, 'Quick and kind');
	await until(() => submit?.ariaDisabled !== 'true');
	await press('Submit feedback');
	await until(() => radios().every(({ disabled }) => disabled) && hasText('Quick and kind'));
	assert.deepEqual(answers, [{ rating: 1 }, { rating: 5 }, { rating: 5, feedback_message: 'Quick and kind' }]);
	await axeFindsNothing();
});

test('an earlier rating is shown, and is final after 14 days', async () => {
	rated({ rating: 3 });
	server.answer(`PATCH ${ROUTE}`, () => {
		throw 422;
	});
	await open();
	await until(() => radios()[2]?.checked);
	await rate(4);
	await until(() => hasText('The rating can no longer be changed after 14 days'));
	await until(() => radios().every(({ disabled }) => disabled));
	await axeFindsNothing();
});

test('an address without a survey shows a message', async () => {
	server.answer(`GET ${ROUTE}`, () => {
		throw 404;
	});
	await open();
	await until(() => hasText('There is no conversation to rate at this address.'));
	await axeFindsNothing();
});

test('reading and rating can be tried again after the server could not be reached', async () => {
	server.answer(`GET ${ROUTE}`, () => {
		throw 500;
	});
	await open();
	await until(() => hasText('Could not connect to the server, please try again later'));
	server.answer(`GET ${ROUTE}`, () => survey);
	await press('Try again');
	await until(() => radios().length === 5);
	let isDown = true;
	server.answer(`PATCH ${ROUTE}`, () => {
		if (isDown) throw 503;
		answers.push('rated');
		return survey;
	});
	await rate(1);
	await until(() => hasText('Could not connect to the server, please try again later'));
	isDown = false;
	await press('Try again');
	await until(() => answers.length === 1 && !hasText('Could not connect'));
});

test("the page is in the channel's language", async () => {
	survey.locale = 'ar';
	await open();
	await until(() => document.documentElement.dir === 'rtl' && radios().length === 5);
	assert.ok(!hasText('Rate your conversation'));
	await axeFindsNothing();
});

async function open() {
	const container = document.createElement('div');
	container.id = 'app';
	document.body.append(container);
	undo = await showSurvey(container, '/survey/responses/c0ffee/');
}

interface Rated {
	submitted_values: CsatAnswer;
}

/** The survey after this response was given. */
function rated(response: CsatAnswer['csat_survey_response']): CsatSurvey {
	const ids = { id: 1, account_id: 1, conversation_id: 1234, message_id: 77, contact_id: 1, assigned_agent_id: null };
	const times = { created_at: survey.created_at, updated_at: survey.created_at };
	survey.csat_survey_response = {
		...ids,
		...times,
		rating: response.rating,
		feedback_message: response.feedback_message ?? null,
	};
	return structuredClone(survey);
}

async function rate(face: number): Promise<void> {
	await press(radios()[face] ?? assert.fail('no such face'));
}

function radios(): HTMLInputElement[] {
	return [...document.querySelectorAll<HTMLInputElement>('[role=radiogroup] input')];
}

test('the page shows the brand, unless the channel hides it', async () => {
	const brand = {
		BRAND_NAME: 'Halden Chat',
		LOGO_THUMBNAIL: '',
		WIDGET_BRAND_URL: 'https://chat.example/about?from=survey',
	};
	survey = { ...survey, brand };
	await open();
	const link = await until(() => findNamed<HTMLAnchorElement>('footer a', 'Powered by Halden Chat'));
	assert.equal(link.href, 'https://chat.example/about?from=survey&utm_source=survey_branding');
	await axeFindsNothing();
});
