import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fill, press } from '../support/browser/input.ts';
import { ACCOUNT, enterDesk } from './enterDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { field, save, seeField, seeNotice } from './form.ts';
import { findNamed, hasText, until } from './page.ts';
import { PROFILE } from './samples.ts';

const server = startFakeServer();
const team = {
	id: 4,
	account_id: 1,
	name: 'returns',
	description: null,
	allow_auto_assign: true,
	is_member: false,
	user_ids: [PROFILE.id],
	etag: '"a"',
};
let leave = async () => {};

before(async () => {
	server.answer(`GET ${ACCOUNT}/agents`, () => [PROFILE]);
	server.answer(`GET ${ACCOUNT}/teams`, () => []);
	leave = await enterDesk(server);
});
after(() => leave());

test('a new team is saved with its people; another try after a failure changes the team that was added', async () => {
	location.hash = '#/settings/teams/new';
	await seeField('name');
	await fill(field('name'), 'Returns');
	await press(findNamed('main label', PROFILE.name) ?? assert.fail());
	server.answer(`POST ${ACCOUNT}/teams`, ({ body }) => {
		assert.deepEqual(body, { name: 'Returns', description: '', allow_auto_assign: true });
		return team;
	});
	server.answer(`PATCH ${ACCOUNT}/teams/4/team_members`, () => {
		throw 500;
	});
	await save();
	await until(() => hasText('That did not work. Try again.'));
	server.answer(`POST ${ACCOUNT}/teams`, () => {
		throw 422;
	});
	server.answer(`PATCH ${ACCOUNT}/teams/4`, () => team);
	server.answer(`PATCH ${ACCOUNT}/teams/4/team_members`, ({ body }) => {
		assert.deepEqual(body, { user_ids: [PROFILE.id] });
		return [PROFILE];
	});
	server.answer(`GET ${ACCOUNT}/teams`, () => [team]);
	await save();
	await seeNotice('Saved');
	await until(() => findNamed('main a', 'returns'));
});

test('a team says who is in it, and is deleted after a question', async () => {
	location.hash = '#/settings/teams/4';
	await seeField('name');
	assert.equal(field('name').value, 'returns');
	assert.equal(document.querySelectorAll('main fieldset input:checked').length, 1);
	assert.ok(!server.calls.includes(`GET ${ACCOUNT}/teams/4/team_members`), 'one request loads all teams');
	server.answer(`DELETE ${ACCOUNT}/teams/4`, () => undefined);
	server.answer(`GET ${ACCOUNT}/teams`, () => []);
	await press(findNamed('main button', 'Delete') ?? assert.fail());
	await until(() => hasText('Its conversations are kept.'));
	await press(findNamed('dialog button', 'Delete') ?? assert.fail());
	await until(() => hasText('Nothing here yet.'));
	assert.ok(server.calls.includes(`DELETE ${ACCOUNT}/teams/4`));
});
