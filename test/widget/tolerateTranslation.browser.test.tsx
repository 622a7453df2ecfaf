/** React draws while something else replaces its texts. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { Fragment, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import '../../src/ui/tolerateTranslation.ts';

/** How a text may be replaced; `font` is what a translator puts in its place. */
const WAYS: Readonly<Record<string, (text: Text, font: HTMLElement) => void>> = {
	'a new text in its place': (text, font) => text.replaceWith(font),
	'the same text in an element': (text, font) => {
		text.replaceWith(font);
		font.replaceChildren(text);
	},
	'the same text moved into an element that came first': (text, font) => {
		text.before(font);
		font.replaceChildren(text);
	},
	'a new text before it, and it is removed': (text, font) => {
		text.before(font);
		text.remove();
	},
	'another text node': (text, font) => text.replaceWith(font.textContent),
	'a replacement that is replaced': (text, font) => {
		const first = document.createElement('span');
		text.replaceWith(first);
		first.replaceWith(font);
	},
};

/** What is drawn, what next, and what then shows. */
const CHANGES: Readonly<Record<string, { before: ReactNode; next: ReactNode; shows: string }>> = {
	removed: {
		before: (
			<>
				{'one'} {'two'}
			</>
		),
		next: <>{'one'}</>,
		shows: 'one',
	},
	'exchanged for an element': { before: <>a {'text'} z</>, next: <>a {<b>bold</b>} z</>, shows: 'a bold z' },
	'inserted before': { before: <>{false} end</>, next: <>{<b>begin</b>} end</>, shows: 'begin end' },
	changed: { before: <>{1} of 3</>, next: <>{2} of 3</>, shows: '2 of 3' },
	'moved behind another': {
		before: ['x', 'y'].map((name) => <Fragment key={name}>{name}</Fragment>),
		next: ['y', 'x'].map((name) => <Fragment key={name}>{name}</Fragment>),
		shows: 'yx',
	},
	'the only child of what changes': { before: <p>one</p>, next: <p>two</p>, shows: 'two' },
};

let place: HTMLElement;
let root: Root;
beforeEach(() => {
	place = document.createElement('main');
	document.body.append(place);
	root = createRoot(place);
});
afterEach(() => {
	root.unmount();
	place.remove();
});

for (const [way, replace] of Object.entries(WAYS)) {
	for (const [change, { before, next, shows }] of Object.entries(CHANGES)) {
		test(`a text is ${change} after ${way}`, async () => {
			flushSync(() => root.render(before));
			replaceAll(replace);
			await new Promise(requestAnimationFrame);
			flushSync(() => root.render(next));
			await new Promise(requestAnimationFrame);
			assert.equal(place.textContent, shows);
			flushSync(() => root.render(null));
			await new Promise(requestAnimationFrame);
			assert.equal(place.textContent, '');
		});
	}
}

function replaceAll(replace: (text: Text, font: HTMLElement) => void): void {
	const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
	const texts: Text[] = [];
	while (walker.nextNode()) texts.push(walker.currentNode as Text);
	for (const text of texts) {
		const font = document.createElement('font');
		font.textContent = text.data;
		replace(text, font);
	}
}
