/** The settings' own manners, at the list of labels, and the menu of the agent. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Label } from '#protocol/application/labelRoutes.ts';
import { AVATAR_SIZE_MAX } from '#protocol/base/limits.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { localInput } from '../../src/desk/common/time.ts';
import { fill, key, press } from '../support/browser/input.ts';
import { ACCOUNT, enterDesk } from './enterDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { errorOf, field, save, seeField, seeNotice } from './form.ts';
import { fillDate, findNamed, hasText, inDialog, inMain, until } from './page.ts';
import { PROFILE } from './samples.ts';

const server = startFakeServer();
let labels: Label[] = [makeLabel(1, 'refund'), makeLabel(2, 'urgent')];

let leave = async () => {};

before(async () => {
	server.answer(`GET ${ACCOUNT}/labels`, () => ({ payload: labels }));
	leave = await enterDesk(server);
});
after(() => leave());

test('a title that the server refuses is said beside its field, and nothing that was typed is lost', async () => {
	await press({ selector: 'header a', name: 'Settings' });
	await press({ selector: 'nav a', name: 'Labels' });
	await press(inMain('Add'));
	await seeField('title');
	await fill(field('title'), 'two words');
	await fill(field('description'), 'Money back');
	await save();
	await until(() => errorOf('title') === 'Use letters, digits, hyphens and underscores, without spaces.');
	assert.equal(document.activeElement, field('title'));
	server.answer(`POST ${ACCOUNT}/labels`, () =>
		Response.json({ message: 'Title has already been taken', attributes: ['title'] }, { status: 422 }),
	);
	await fill(field('title'), 'refund');
	await until(() => errorOf('title') === '');
	await save();
	await until(() => errorOf('title') === 'This already exists.');
	server.answer(`POST ${ACCOUNT}/labels`, () => {
		throw new TypeError('Failed to fetch');
	});
	await save();
	await until(() => hasText('The server cannot be reached. Check the connection and try again.'));
	assert.deepEqual([field('title').value, field('description').value], ['refund', 'Money back']);
});

test('leaving with something unsaved asks, and goes on where the agent says so', async () => {
	await press({ selector: 'nav a', name: 'My account' });
	await press(inDialog('Continue editing'));
	await until(() => !document.querySelector('dialog'));
	assert.equal(location.hash, '#/settings/labels/new');
	assert.equal(field('title').value, 'refund');
	await press({ selector: 'header a', name: 'Conversations' });
	await press(inDialog('Discard changes'));
	await until(() => hasText('No conversations here.'));
	assert.equal(location.hash, '#/');
});

test('what is saved is said where the agent is led, and is in the list', async () => {
	location.hash = '#/settings/labels/1';
	await seeField('title');
	await fill(field('title'), 'refunds');
	server.answer(`PATCH ${ACCOUNT}/labels/1`, ({ body }) => {
		assert.deepEqual(body, { title: 'refunds', description: '', color: '#2f55d4' });
		labels = [makeLabel(1, 'refunds'), makeLabel(2, 'urgent')];
		return labels[0];
	});
	await save();
	await until(() => document.querySelector('main [role=status]')?.textContent === 'Saved');
	await until(() => findNamed('main li > a', 'refunds'));
	await press(inMain('urgent'));
	await seeField('title');
	assert.equal(field('title').value, 'urgent');
	await until(() => document.querySelector('main [role=status]')?.textContent === '');
});

test('deleting asks first, and a failure is said in the question', async () => {
	await press(inMain('Delete'));
	server.answer(`DELETE ${ACCOUNT}/labels/2`, () => {
		throw 500;
	});
	const confirm = await until(() => findNamed('dialog button', 'Delete'));
	assert.ok(hasText('Delete “urgent”?'));
	await press(confirm);
	await until(() => document.querySelector('dialog [role=alert]')?.textContent === 'That did not work. Try again.');
	server.answer(`DELETE ${ACCOUNT}/labels/2`, () => {
		labels = [makeLabel(1, 'refunds')];
		return null;
	});
	await press(confirm);
	await until(() => document.querySelector('main [role=status]')?.textContent === 'Deleted');
	await until(() => !findNamed('main li > a', 'urgent'));
	assert.ok(document.activeElement?.matches('main > [tabindex="-1"]'), 'the focus is at the top of the list');
});

test('when a row of a list goes, the focus goes to the row after it, to one before it, or to what comes before the list', async () => {
	const profile = '/api/v1/profile';
	let sessions = ['This desk', 'A phone', 'A tablet'].map((device, index) => ({
		id: index + 1,
		device,
		last_used_at: 1_767_600_000,
		current: index === 0,
	}));
	let tokens = [1, 2].map((id) => ({
		id,
		name: `Script ${id}`,
		last_four: 'wxyz',
		last_used_at: null,
		expires_at: null,
	}));
	server.answer(`GET ${profile}/desk_sessions`, () => ({ payload: sessions }));
	server.answer(`GET ${profile}/access_tokens`, () => ({ payload: tokens }));
	for (const id of [1, 2, 3]) {
		server.answer(`DELETE ${profile}/desk_sessions/${id}`, () => {
			sessions = sessions.filter((session) => session.id !== id);
			return null;
		});
		server.answer(`DELETE ${profile}/access_tokens/${id}`, () => {
			tokens = tokens.filter((token) => token.id !== id);
			return null;
		});
	}
	const buttonOf = (title: string): HTMLElement | undefined =>
		[...document.querySelectorAll<HTMLElement>('main li')]
			.find((row) => row.querySelector('bdi')?.textContent === title)
			?.querySelector('button') ?? undefined;
	const remove = async (title: string): Promise<void> => {
		const button = await until(() => buttonOf(title));
		await press(button);
		await press({ selector: 'dialog form button:last-child' });
		await until(() => !buttonOf(title));
	};
	location.hash = '#/settings/account';
	await remove('A phone');
	await until(() => document.activeElement === buttonOf('A tablet'));
	await seeNotice('Signed out');
	await remove('A tablet');
	await until(() => document.activeElement?.matches('main > [tabindex="-1"]'));
	await remove('Script 2');
	await until(() => document.activeElement === buttonOf('Script 1'));
	await seeNotice('Deleted');
	await remove('Script 1');
	await until(() => document.activeElement === findNamed('main section button', 'Add'));
});

test('a picture that is too big is not saved, and the button that chose it says so', async () => {
	choosePicture(new File([new Uint8Array(AVATAR_SIZE_MAX + 1)], 'big.png', { type: 'image/png' }));
	await until(() => findNamed('main button', 'Remove picture'));
	await save();
	const button = await until(() => {
		const choose = findNamed('main button', 'Choose a picture');
		return choose === document.activeElement && choose;
	});
	const described = button.getAttribute('aria-describedby')?.split(' ') ?? [];
	const texts = described.map((id) => document.getElementById(id)?.textContent);
	assert.match(texts.join(' '), /up to .* File exceeds/);
	const remove = findNamed('main button', 'Remove picture') ?? assert.fail('There is no picture');
	await press(remove);
	await until(() => !findNamed('main button', 'Remove picture'));
	assert.equal(document.activeElement, button);
});

test('one button saves names and picture, and a picture that is as before stays', async () => {
	const submits = [...document.querySelectorAll<HTMLElement>('main [type=submit]')];
	assert.deepEqual(
		submits.map(({ textContent }) => textContent),
		['Save'],
	);
	assert.equal(field('name').form, field('avatar').form);
	const before = server.calls.length;
	server.answer('PATCH /api/v1/profile', ({ body }) => {
		assert.deepEqual(body, { name: 'Ada Byron', display_name: '' });
		return { ...PROFILE, role: 'administrator', name: 'Ada Byron' };
	});
	await fill(field('name'), 'Ada Byron');
	await save();
	await seeNotice('Saved');
	assert.deepEqual(server.calls.slice(before), ['PATCH /api/v1/profile']);
	server.answer('PATCH /api/v1/profile', () => ({ ...PROFILE, role: 'administrator' }));
	await fill(field('name'), PROFILE.name);
	await save();
	await until(() => server.calls.length === before + 2);
	await seeNotice('Saved');
});

test('adding a token leads to its form, and then to the token, which is not shown again', async () => {
	let asked: unknown;
	server.answer('POST /api/v1/profile/access_tokens', ({ body }) => {
		asked = body;
		const isProven = (body as { current_password?: string }).current_password === 'secret';
		return isProven
			? { id: 9, name: 'Export', access_token: 'shown-once' }
			: Response.json({ message: 'Invalid', attributes: ['current_password'] }, { status: 422 });
	});
	const add = await until(() => findNamed('main section button', 'Add'));
	await press(add);
	const name = await until(() => {
		const { activeElement } = document;
		if (!(activeElement instanceof HTMLInputElement)) return undefined;
		return activeElement.labels?.[0]?.textContent.includes('Purpose') && activeElement;
	});
	await fill(name, 'Export');
	await key('Enter');
	await until(() => hasText('The current password is not correct.'));
	assert.deepEqual(asked, { name: 'Export', expires_at: null });
	await fill(field('current_password'), 'secret');
	await key('Enter');
	await until(() => document.activeElement?.textContent.includes('Copy the token now'));
});

test('the list of tokens says when each expires, and of one that is no longer valid that it has expired', async () => {
	const day = new Date(2093, 0, 31, 12).getTime() / 1000;
	const ends = [null, day, 1_767_600_000];
	const tokens = ends.map((expires_at, index) => ({
		id: index + 1,
		name: `Ends ${index + 1}`,
		last_four: 'wxyz',
		last_used_at: null,
		expires_at,
	}));
	server.answer('GET /api/v1/profile/access_tokens', () => ({ payload: tokens }));
	location.hash = '#/settings/labels';
	await until(() => !hasText('Access tokens'));
	location.hash = '#/settings/account';
	await until(() => hasText('Ends 3'));
	const rows = [...document.querySelectorAll<HTMLElement>('main li')].map((row) => row.innerText);
	const detailsOf = (name: string) => rows.find((row) => row.includes(name))?.split('\n')[1];
	assert.equal(detailsOf('Ends 1'), '…wxyz Never used');
	assert.match(detailsOf('Ends 2') ?? '', /^…wxyz Never used · Expires Jan 31, 2093, 12:00\sPM$/);
	assert.equal(detailsOf('Ends 3'), '…wxyz Never used · Expired');
});

test('a token that would have expired already is refused beside its day, here and by the server', async () => {
	let created: unknown;
	server.answer('POST /api/v1/profile/access_tokens', ({ body }) => {
		created = body;
		return Response.json({ message: 'too late here', attributes: ['expires_at'] }, { status: 422 });
	});
	await press(inMain('Add'));
	await until(() => document.querySelector('[name=expires_at]'));
	const day = field('expires_at');
	const name = day.form?.querySelector<HTMLInputElement>('[name=name]') ?? assert.fail('no name');
	const send = async (isoDay: string) => {
		await fill(name, 'Export');
		await fillDate(day, isoDay);
		await until(() => !hasText('Choose a day after today.'));
		await key('Enter');
		await until(() => hasText('Choose a day after today.') && document.activeElement === day);
	};
	const today = new Date();
	await send(localInput(today).slice(0, 10));
	assert.equal(created, undefined);
	today.setDate(today.getDate() + 1);
	await send(localInput(today).slice(0, 10));
	assert.deepEqual(created, { name: 'Export', expires_at: today.setHours(0, 0, 0, 0) / 1000 });
	// Nothing unsaved is left behind.
	await fill(name, '');
	day.focus();
	await key('Backspace', 'ArrowRight', 'Backspace', 'ArrowRight', 'Backspace');
});

test('the agent says whether they are there, in a menu that Escape closes', async () => {
	const menu = document.querySelector<HTMLElement>('header button[aria-expanded]') ?? assert.fail('no menu');
	await press(menu);
	const busy = await until(() => findNamed('header label', 'Busy'));
	server.answer('POST /api/v1/profile/availability', ({ body }) => {
		assert.deepEqual(body, { account_id: 1, availability: 'busy' });
		return { ...PROFILE, role: 'administrator', accounts: [{ ...PROFILE.accounts[0], availability: 'busy' }] };
	});
	await press(busy);
	await until(() => findNamed('header button', 'Ada Busy') === menu);
	await axeFindsNothing('body', ['light', 'dark']);
	await key('Escape');
	await until(() => !busy.checkVisibility());
	assert.equal(document.activeElement, menu);
});

/** Chooses a file as the browser's own dialog does. */
function choosePicture(file: File): void {
	const chosen = new DataTransfer();
	chosen.items.add(file);
	field('avatar').files = chosen.files;
	field('avatar').dispatchEvent(new Event('change', { bubbles: true }));
}

function makeLabel(id: number, title: string): Label {
	return { id, title, description: null, color: '#2f55d4', show_on_sidebar: false, etag: `"${id}"` };
}
