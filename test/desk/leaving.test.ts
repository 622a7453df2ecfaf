/** Whether an agent is asked before forms with something unsaved are left. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStore } from 'jotai/vanilla';
import {
	answerDeparture,
	departureAtom,
	discardUnsaved,
	leaveForm,
	noteUnsaved,
} from '../../src/desk/common/leaving.ts';

function leaveWith(...changes: [form: string, isUnsaved: boolean][]) {
	const store = createStore();
	for (const [form, isUnsaved] of changes) store.set(noteUnsaved, form, isUnsaved);
	let left = 0;
	store.set(leaveForm, { leave: () => (left += 1), stay: () => undefined });
	return { store, isAsked: () => store.get(departureAtom) !== undefined, countLeft: () => left };
}

test('of two forms on a page, saving one still asks for the other', () => {
	const { isAsked, countLeft } = leaveWith(['names', true], ['picture', true], ['picture', false]);
	assert.deepEqual([isAsked(), countLeft()], [true, 0]);
	const both = leaveWith(['names', true], ['picture', true], ['picture', false], ['names', false]);
	assert.deepEqual([both.isAsked(), both.countLeft()], [false, 1]);
});

test('what the agent discards, and what goes with the page, is asked for once', () => {
	for (const discard of [answerDeparture, discardUnsaved]) {
		const { store, countLeft } = leaveWith(['names', true], ['picture', true]);
		if (discard === answerDeparture) store.set(answerDeparture, true);
		else store.set(discardUnsaved);
		const before = countLeft();
		store.set(leaveForm, { leave: () => undefined, stay: () => undefined });
		assert.equal(before, discard === answerDeparture ? 1 : 0);
		assert.equal(store.get(departureAtom), undefined);
	}
});
