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
	const leave = () => store.set(leaveForm, { leave: () => (left += 1), stay: () => undefined });
	leave();
	return { store, leave, isAsked: () => store.get(departureAtom) !== undefined, countLeft: () => left };
}

test('of two forms on a page, saving one still asks for the other', () => {
	const { isAsked, countLeft } = leaveWith(['names', true], ['picture', true], ['picture', false]);
	assert.deepEqual([isAsked(), countLeft()], [true, 0]);
	const both = leaveWith(['names', true], ['picture', true], ['picture', false], ['names', false]);
	assert.deepEqual([both.isAsked(), both.countLeft()], [false, 1]);
});

test('whoever agrees to lose what is unsaved leaves, and is not asked again', () => {
	const { store, isAsked, countLeft, leave } = leaveWith(['names', true], ['picture', true]);
	store.set(answerDeparture, true);
	assert.equal(countLeft(), 1);
	leave();
	assert.deepEqual([isAsked(), countLeft()], [false, 2]);
});

test('what goes with the page is not asked for', () => {
	const { store, isAsked, countLeft, leave } = leaveWith(['names', true], ['picture', true]);
	assert.equal(countLeft(), 0);
	store.set(discardUnsaved);
	leave();
	assert.deepEqual([isAsked(), countLeft()], [false, 1]);
});

test('the question ends with its answer, and who stays keeps what is unsaved', () => {
	for (const mayLeave of [true, false]) {
		const { store, leave, isAsked, countLeft } = leaveWith(['names', true]);
		assert.equal(isAsked(), true);
		store.set(answerDeparture, mayLeave);
		assert.deepEqual([isAsked(), countLeft()], [false, Number(mayLeave)]);
		leave();
		assert.equal(isAsked(), !mayLeave);
	}
});
