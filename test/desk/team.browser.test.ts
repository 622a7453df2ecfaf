/** What applies to the team and to all of its websites. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Account } from '#protocol/application/accountRoutes.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { fill, press } from '../support/browser/input.ts';
import { ACCOUNT, enterDesk } from './enterDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { errorOf, field, save, seeField } from './form.ts';
import { until } from './page.ts';

const server = startFakeServer();
let team: Account = { id: 1, name: 'Halden', status: 'active', auto_resolve_duration: null, etag: '"1"' };
const saved: unknown[] = [];

const isSaved = () => document.querySelector('main [role=status]')?.textContent === 'Saved';

let leave = async () => {};

before(async () => {
	server.answer(`GET ${ACCOUNT}`, () => team);
	server.answer(`PATCH ${ACCOUNT}`, ({ body }) => {
		saved.push(body);
		team = { ...team, ...(body as Partial<Account>) };
		return team;
	});
	leave = await enterDesk(server);
});
after(() => leave());

test('an administrator names the team, and says when open conversations are resolved', async () => {
	location.hash = '#/settings/team';
	await seeField('auto_resolve_duration');
	await axeFindsNothing();
	assert.equal(field('name').value, 'Halden');
	await fill(field('auto_resolve_duration'), '1000');
	await save();
	await until(() => errorOf('auto_resolve_duration') === 'Enter a number from 1 to 999, or leave it empty.');
	await fill(field('auto_resolve_duration'), '14');
	await save();
	await until(isSaved);
	await fill(field('name'), ' Halden & Co ');
	await fill(field('auto_resolve_duration'), '');
	await save();
	await until(isSaved);
	assert.deepEqual(saved, [
		{ name: 'Halden', auto_resolve_duration: 14 },
		{ name: 'Halden & Co', auto_resolve_duration: null },
	]);
});

test('it is found in the list of settings', async () => {
	await press({ selector: 'nav a', name: 'Agents' });
	await until(() => !document.querySelector('[name=auto_resolve_duration]'));
	await press({ selector: 'nav a', name: 'General' });
	await seeField('auto_resolve_duration');
	assert.equal(field('name').value, 'Halden & Co');
});
