/** Which fields of a form are shown with which answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { conditionsOnEarlier, listVisibleFields, type VisibleWhen } from '#protocol/entities/visibleWhen.ts';

interface Field {
	name: string;
	visible_when?: VisibleWhen;
}

const TOPIC = { name: 'topic' };
const ORDER = { name: 'order', visible_when: { field: 'topic', values: ['Delivery', 'Returns'] } };
const REASON = { name: 'reason', visible_when: { field: 'order', values: ['7'] } };

const namesShown = (fields: readonly Field[], values: Record<string, string>) =>
	listVisibleFields(fields, ({ name }) => values[name] ?? '').map(({ name }) => name);
const problemOf = (fields: Field[]) =>
	v.safeParse(v.pipe(v.array(v.custom<Field>(() => true)), conditionsOnEarlier()), fields).issues?.[0].message;

test('a field shows with each of the values that it depends on, and only with those', () => {
	assert.deepEqual(namesShown([TOPIC, ORDER], { topic: 'Delivery' }), ['topic', 'order']);
	assert.deepEqual(namesShown([TOPIC, ORDER], { topic: 'Returns' }), ['topic', 'order']);
	assert.deepEqual(namesShown([TOPIC, ORDER], { topic: 'delivery' }), ['topic']);
	assert.deepEqual(namesShown([TOPIC, ORDER], {}), ['topic']);
});

test('what depends on a hidden field is hidden, whatever was typed into that before', () => {
	const fields = [TOPIC, ORDER, REASON];
	assert.deepEqual(namesShown(fields, { topic: 'Delivery', order: '7' }), ['topic', 'order', 'reason']);
	assert.deepEqual(namesShown(fields, { topic: 'Other', order: '7' }), ['topic']);
});

test('what depends on a field that the form does not have is hidden', () => {
	assert.deepEqual(namesShown([ORDER], { topic: 'Delivery' }), []);
	const empty = { name: 'order', visible_when: { field: 'constructor', values: [''] } };
	assert.deepEqual(namesShown([TOPIC, empty], {}), ['topic']);
});

test('conditions on unknown and later fields, and in circles, are refused with both names', () => {
	assert.equal(problemOf([TOPIC, ORDER, REASON]), undefined);
	assert.equal(problemOf([ORDER, TOPIC]), 'show order by topic, which is no field before it');
	assert.equal(problemOf([REASON]), 'show reason by order, which is no field before it');
	const itself = { name: 'topic', visible_when: { field: 'topic', values: ['a'] } };
	assert.equal(problemOf([itself]), 'show topic by topic, which is no field before it');
	const first = { name: 'topic', visible_when: { field: 'order', values: ['a'] } };
	assert.equal(problemOf([first, ORDER]), 'show topic by order, which is no field before it');
});
