import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerOf } from '../../src/desk/conversations/answerOf.ts';

const SIZE = { type: 'select', name: 'size', options: [{ label: 'Small', value: 's' }] };
const CUP = { title: 'A cup', value: 'cup' };

for (const [what, content_attributes, expected] of [
	['no question', {}, ''],
	['a question without an answer', { items: [CUP], submitted_values: null }, ''],
	['an address', { submitted_email: 'mira@x.example' }, 'mira@x.example'],
	['a choice', { items: [CUP], submitted_values: [CUP] }, 'A cup'],
	[
		'a form',
		{
			items: [SIZE],
			submitted_values: [
				{ name: 'size', value: 's' },
				{ name: 'note', value: '' },
				{ name: 'name', value: 'Mira' },
			],
		},
		'Small · Mira',
	],
	['a rating', { submitted_values: { csat_survey_response: { rating: 4, feedback_message: null } } }, '4 / 5'],
	[
		'a rating with words',
		{ submitted_values: { csat_survey_response: { rating: 2, feedback_message: 'Slow' } } },
		'2 / 5 · Slow',
	],
] as const)
	test(`the answer on one line: ${what}`, () => assert.equal(answerOf({ content_attributes }), expected));
