import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { canDrop, choose, drag, fill, hasFinger, hover, key, press, swipe, tap, type } from './browser/input.ts';
import { findSpot } from './findSpot.ts';

/** What has happened to the page, such as `click Save`. */
let seen: string[];
let root: HTMLElement;

beforeEach(() => {
	seen = [];
	root = document.createElement('div');
	document.body.append(root);
});

afterEach(() => root.remove());

function show(html: string): void {
	root.innerHTML = html;
	for (const name of ['click', 'change', 'mouseover'] as const) {
		root.addEventListener(name, (event) => {
			const target = event.composedPath()[0] as HTMLElement;
			assert.ok(event.isTrusted);
			if (target !== root) seen.push(`${name} ${target.id}`);
		});
	}
}

const problemOf = async (name: string) => (await findSpot({ sought: { name }, deed: 'press', patience: 100 })).problem;

test('a control is found by its role and name, also in a shadow root, and pressed once it is there', async () => {
	show('<div id=host></div><p>Save</p><a href="#x" id=link>Save</a>');
	const shadow = root.querySelector('#host')?.attachShadow({ mode: 'open' });
	setTimeout(() => {
		if (shadow) shadow.innerHTML = '<button id=inner><span aria-hidden=true>×</span> Save</button>';
	}, 50);
	await press({ role: 'button', name: 'Save' });
	await press({ role: 'link', name: /^sa/i });
	assert.deepEqual(
		seen.filter((what) => what.startsWith('click')),
		['click inner', 'click link'],
	);
});

test('the part around it tells two of the same name apart', async () => {
	show('<ul><li>One <button id=a>Edit</button></li><li>Two <button id=b>Edit</button></li></ul>');
	await press({ name: 'Edit', within: { role: 'listitem', text: 'Two' } });
	assert.ok(seen.includes('click b'));
});

test('what a person cannot press is not pressed, and the complaint says why', async () => {
	show(`<button disabled>Disabled</button><button hidden>Hidden</button>
		<button style="position: relative; animation: 1s infinite go">Moving</button>
		<div style="position: relative"><button>Covered</button><div id=veil style="position: absolute; inset: 0">Wait</div></div>
		<button style="pointer-events: none">Dead</button>
		<div style="block-size: 10px; overflow: hidden"><div style="block-size: 50px"></div><button>Cut off</button></div>
		<style>@keyframes go { from { left: 0 } to { left: 200px } }</style>`);
	assert.equal(await problemOf('Disabled'), 'it is disabled');
	assert.equal(await problemOf('Hidden'), 'it is not there');
	assert.equal(await problemOf('Moving'), 'it moves');
	assert.equal(await problemOf('Covered'), 'it is covered by <div #veil> "Wait"');
	assert.match((await problemOf('Dead')) ?? '', /^it is covered by <div>/);
	assert.match((await problemOf('Cut off')) ?? '', /^it is (covered|outside)/);
	assert.equal(await problemOf('Absent'), 'it is not there');
});

test('what is about to be free is waited for', async () => {
	show('<button id=go disabled>Go</button>');
	setTimeout(() => root.querySelector('button')?.removeAttribute('disabled'), 50);
	await press('Go');
	assert.ok(seen.includes('click go'));
});

test('what a person can scroll to is scrolled to', async () => {
	show(`<div style="block-size: 100px; overflow: auto"><div style="block-size: 900px"></div>
		<button id=far>Far</button><div style="block-size: 900px"></div></div>`);
	await press('Far');
	assert.ok(seen.includes('click far'));
});

test('a field that only its label shows is pressed there', async () => {
	show(
		'<label id=label><input type=radio id=box style="position: absolute; inset-inline-start: -9999px"> Open</label>',
	);
	await press({ role: 'radio', name: 'Open' });
	assert.ok(seen.includes('change box'));
});

test('text is typed behind what is there, or in its place', async () => {
	show('<textarea id=field aria-label=Note>One</textarea>');
	const field = root.querySelector('textarea') as HTMLTextAreaElement;
	await type('Note', ', two');
	assert.equal(field.value, 'One, two');
	await type('Note', '\nthree');
	assert.equal(field.value, 'One, two\nthree');
	await fill('Note', 'Grüße 🎉');
	assert.equal(field.value, 'Grüße 🎉');
	await fill(field, '');
	assert.equal(field.value, '');
	assert.equal(document.activeElement, field);
});

test('keys are pressed one after the other or together', async () => {
	show('<input aria-label=Field>');
	const pressed: string[] = [];
	root.addEventListener('keydown', ({ key: name, shiftKey }) => pressed.push(shiftKey ? `Shift ${name}` : name));
	await press('Field');
	await key('a', 'ArrowLeft', 'Shift+End');
	assert.deepEqual(pressed, ['a', 'ArrowLeft', 'Shift Shift', 'Shift End']);
	await key('Delete');
	assert.equal(root.querySelector('input')?.value, '');
});

test('a list of the browser, and a menu of the page, are chosen from', async () => {
	show(`<select id=list aria-label=Colour><option>Red<option disabled>Green<option>Blue</select>
		<button id=menu aria-haspopup=menu>More</button>`);
	root.querySelector('button')?.addEventListener('click', () => {
		root.insertAdjacentHTML('beforeend', '<ul role=menu><li role=menuitem id=entry>Delete</ul>');
	});
	await choose('Colour', 'Blue');
	assert.equal(root.querySelector('select')?.value, 'Blue');
	await choose('Colour', 'Red');
	assert.equal(root.querySelector('select')?.value, 'Red');
	assert.equal(seen.filter((what) => what === 'change list').length, 2);
	await choose('More', 'Delete');
	assert.ok(seen.includes('click entry'));
});

test('the mouse can stand over something', async () => {
	show('<button id=one>One</button>');
	await hover('One');
	assert.ok(seen.includes('mouseover one'));
});

// WebKitGTK's driver has no finger, and drags nothing.
if (hasFinger) {
	test('a finger taps', async () => {
		show('<button id=one>One</button>');
		const kinds: string[] = [];
		root.addEventListener('click', (event) => kinds.push(event.pointerType));
		await tap('One');
		assert.deepEqual(kinds, ['touch']);
	});

	test('a finger swipes, which is no press', async () => {
		show('<button id=one style="touch-action: none">One</button>');
		const moves: string[] = [];
		for (const name of ['pointermove', 'click'] as const) {
			root.addEventListener(name, ({ type, clientX, pointerType }) => moves.push(`${type} ${pointerType} ${clientX}`));
		}
		const { x, width } = (root.querySelector('button') as Element).getBoundingClientRect();
		await swipe('One', 40);
		assert.equal(moves.at(-1), `pointermove touch ${Math.round(x + width / 2) + 40}`);
	});
}

if (canDrop) {
	test('something is dragged onto something else', async () => {
		show('<p draggable=true id=one>One</p><p id=two>Two</p>');
		const two = root.querySelector('#two') as HTMLElement;
		two.addEventListener('dragover', (event) => event.preventDefault());
		const names = ['dragstart', 'drop', 'dragend'] as const;
		for (const name of names)
			root.addEventListener(name, ({ target }) => seen.push(`${name} ${(target as Element).id}`));
		await drag({ selector: '#one' }, two);
		assert.deepEqual(
			seen.filter((what) => what.startsWith('d')),
			['dragstart one', 'drop two', 'dragend one'],
		);
	});
}
