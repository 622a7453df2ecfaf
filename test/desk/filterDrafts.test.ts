import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONVERSATION_FIELDS, type FilterCondition } from '#protocol/application/filters/conditions.ts';
import { type ConditionDraft, findFault, toConditions, toDrafts } from '../../src/desk/filters/drafts.ts';

const fields = new Map(Object.entries(CONVERSATION_FIELDS));

test('conditions that are read and written again are the same', () => {
	const conditions: FilterCondition[] = [
		{ attribute_key: 'status', filter_operator: 'equal_to', values: ['open', 'pending'], query_operator: 'and' },
		{ attribute_key: 'assignee_id', filter_operator: 'equal_to', values: [9], query_operator: 'or' },
		{ attribute_key: 'team_id', filter_operator: 'is_not_present', values: [], query_operator: 'and' },
		{ attribute_key: 'created_at', filter_operator: 'days_before', values: [30], query_operator: 'and' },
		{ attribute_key: 'display_id', filter_operator: 'contains', values: ['12'], query_operator: null },
	];
	const drafts = toDrafts(conditions);
	assert.deepEqual(
		drafts.map(({ join }) => join),
		['and', 'and', 'or', 'and', 'and'],
	);
	assert.deepEqual(toConditions(fields, drafts), conditions);
});

test('blank values do not count; a condition without any lacks one', () => {
	const draft = draftWith({ values: ['', ' open ', ''] });
	assert.equal(findFault(fields, draft), undefined);
	assert.deepEqual(toConditions(fields, [draft])[0]?.values, ['open']);
	assert.equal(findFault(fields, draftWith({ values: [' '] })), 'missing');
	assert.equal(findFault(fields, draftWith({ key: 'team_id', operator: 'is_present' })), undefined);
});

test('numbers have to be some', () => {
	const days = draftWith({ key: 'created_at', operator: 'days_before' });
	assert.equal(findFault(fields, { ...days, values: ['a week'] }), 'no-number');
	assert.equal(findFault(fields, { ...days, values: ['-1'] }), 'no-number');
	assert.equal(findFault(fields, { ...days, values: ['7'] }), undefined);
	assert.equal(findFault(fields, draftWith({ key: 'display_id', values: ['12', 'x'] })), 'no-number');
	const part = draftWith({ key: 'display_id', operator: 'contains', values: ['x'] });
	assert.equal(findFault(fields, part), undefined, 'a part of a number is a text');
});

test('a field that is no more, and a comparison that is none, are not asked', () => {
	assert.equal(findFault(fields, draftWith({ key: 'constructor', values: ['open'] })), 'unknown');
	assert.equal(findFault(fields, draftWith({ operator: 'contains', values: ['open'] })), 'unknown');
});

function draftWith(part: Partial<ConditionDraft>): ConditionDraft {
	return { key: 'status', operator: 'equal_to', values: [], join: 'and', ...part };
}
