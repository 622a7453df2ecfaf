/** Checks that the measurements of the layout tests find the faults that they are for. */
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { findFaults } from './overflow.ts';

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk';
const DOTS = 'width: 80px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap';
const CLAMP =
	'display: -webkit-box; width: 80px; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 1';

const place = document.body.appendChild(document.createElement('div'));
place.style.cssText = 'width: 300px; font: 16px sans-serif';
afterEach(() => place.replaceChildren());

const BROKEN: Record<string, [html: string, fault: RegExp]> = {
	'a word that sticks out of its box': [`<p style="width: 80px">${LONG}</p>`, /is cut off: \d+ in 80 wide/],
	'lines that are hidden': [
		`<p style="width: 80px; height: 20px; overflow: hidden">one two three four five six</p>`,
		/is cut off: \d+ in 20 high/,
	],
	'text with dots and nothing more': [`<p style="${DOTS}">${LONG}</p>`, /is cut off/],
	'text with dots in a button that does something else': [
		`<button><span style="display: block; ${DOTS}">${LONG}</span></button>`,
		/is cut off/,
	],
	'text with dots and a title that says another thing': [`<p style="${DOTS}" title="A file">${LONG}</p>`, /is cut off/],
	'a clamped text without a title': [`<p style="${CLAMP}">one two three four five six</p>`, /is cut off/],
	'a window too narrow to read in': [
		'<div style="width: 80px; height: 24px; overflow: auto">one two three four five six</div>',
		/scrolls \d+ in 24/,
	],
	'what is beyond the window': [
		'<p style="position: absolute; left: calc(100vw - 40px); width: 200px; top: 0">Hello</p>',
		/leaves the window/,
	],
	'a control that is too small': [
		'<button style="width: 20px; height: 20px; padding: 0">x</button>',
		/too small to hit/,
	],
	'a control beyond all scrolling': [
		'<button style="position: absolute; top: -60px; height: 40px; width: 40px">x</button>',
		/cannot be reached by scrolling/,
	],
	'dots in place of the beginning': [`<p dir="rtl" title="${LONG}" style="${DOTS}">${LONG}</p>`, /lacks its beginning/],
	'an icon without room': [
		'<p style="display: flex; width: 60px"><svg viewBox="0 0 24 24" width="40" height="40" style="min-width: 0"></svg><span style="flex: none">one two</span></p>',
		/is squeezed/,
	],
	'a word that a button breaks': [
		'<button style="width: 60px; overflow-wrap: anywhere; font: 20px sans-serif">Schließen</button>',
		/breaks "Schließen"/,
	],
	'controls on top of each other': [
		'<button style="width: 60px; height: 40px">One</button><button style="margin-left: -40px; height: 40px">Two</button>',
		/overlaps/,
	],
};

for (const [name, [html, fault]] of Object.entries(BROKEN)) {
	test(`sees ${name}`, () => {
		place.innerHTML = html;
		const faults = findFaults(place);
		assert.ok(
			faults.some((found) => fault.test(found)),
			`found ${JSON.stringify(faults)}`,
		);
	});
}

const SOUND: Record<string, string> = {
	'text with dots and a title': `<p style="${DOTS}" title="${LONG}">${LONG}</p>`,
	'text with dots whose words have a title': `<p style="${DOTS}"><bdi title="${LONG}">${LONG}</bdi></p>`,
	'what scrolls, with room to read':
		'<div style="width: 80px; height: 60px; overflow: auto">one two three four five six</div>',
	'a word that breaks': `<p style="width: 80px; overflow-wrap: anywhere">${LONG}</p>`,
	'text for screen readers': `<p style="position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)">${LONG}</p>`,
	'controls beside each other': '<button style="height: 40px">One</button> <button style="height: 40px">Two</button>',
};

for (const [name, html] of Object.entries(SOUND)) {
	test(`is content with ${name}`, () => {
		place.innerHTML = html;
		assert.deepEqual(findFaults(place), []);
	});
}
