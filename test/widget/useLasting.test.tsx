/** What lasts only a moment is not told. */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, mock, test } from 'node:test';
import { act } from 'react';
import { installPage } from '../support/happyDom.ts';

const removePage = installPage();
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const { createRoot } = await import('react-dom/client');
const { useLasting } = await import('../../src/ui/useLasting.ts');

const mounted: { unmount(): void }[] = [];
beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
afterEach(() => {
	act(() => mounted.splice(0).forEach((root) => root.unmount()));
	mock.timers.reset();
});
after(removePage);

function Part({ isSo }: { isSo: boolean }) {
	return useLasting(isSo, 2_000) ? 'told' : 'quiet';
}

/** A part, and functions that set the fact and let time pass. */
function show() {
	const place = document.createElement('div');
	const root = createRoot(place);
	mounted.push(root);
	return {
		set: (isSo: boolean) => act(() => root.render(<Part isSo={isSo} />)),
		pass: (milliseconds: number) => act(() => mock.timers.tick(milliseconds)),
		says: () => place.textContent,
	};
}

test('what ends before the time is never told, however often it comes back', () => {
	const part = show();
	part.set(false);
	for (const _ of [1, 2, 3]) {
		part.set(true);
		part.pass(1_999);
		assert.equal(part.says(), 'quiet');
		part.set(false);
		part.pass(500);
		assert.equal(part.says(), 'quiet');
	}
});

test('what lasts is told until it ends, and begins from nothing the next time', () => {
	const part = show();
	part.set(true);
	part.pass(2_000);
	assert.equal(part.says(), 'told');
	part.pass(60_000);
	assert.equal(part.says(), 'told');
	part.set(false);
	assert.equal(part.says(), 'quiet');
	part.set(true);
	assert.equal(part.says(), 'quiet');
	part.pass(2_000);
	assert.equal(part.says(), 'told');
});
