import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import type { TeamCampaign } from '#protocol/application/campaignRoutes.ts';
import { choose, fill, key, press } from '../support/browser/input.ts';
import { ACCOUNT, enterDesk } from './enterDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { errorOf, field, save, seeField, seeNotice } from './form.ts';
import { hasText, inDialog, inMain, until } from './page.ts';
import { makeInbox } from './samples.ts';

const PATH = `${ACCOUNT}/campaigns`;
const server = startFakeServer();
let campaigns = [makeCampaign({ id: 1, title: 'Prices' })];
let leave = async () => {};

before(async () => {
	server.answer(`GET ${ACCOUNT}/inboxes`, () => ({
		payload: [
			makeInbox({ id: 1, name: 'Shop', website_token: 'shop' }),
			makeInbox({ id: 2, name: 'Garden', website_token: 'garden' }),
		],
	}));
	server.answer(`GET ${ACCOUNT}/agents`, () => [{ id: 5, name: 'Ada Lee' }]);
	server.answer(`GET ${PATH}`, () => campaigns);
	leave = await enterDesk(server);
	await setViewport({ width: 1280, height: 800 });
});
after(() => leave());

test('a new campaign says beside its fields what is missing or wrong, and keeps what is typed', async () => {
	location.hash = '#/settings/campaigns';
	await press(inMain('Add'));
	await seeField('url');
	await fill(field('time_on_page'), '-3');
	await fill(field('url'), 'shop.example');
	await save();
	await until(() => errorOf('title') === 'Required' && errorOf('message') === 'Required');
	assert.equal(errorOf('url'), 'Please enter a valid URL');
	assert.equal(errorOf('time_on_page'), 'Seconds on the page must be between 0 and 86400');
	assert.equal(field('url').value, 'shop.example');
	assert.equal(document.activeElement, field('title'));
});

test('an address is tried against the page as the widget does, without a request', async () => {
	const before = server.calls.length;
	await fill(field('url'), 'https://shop.example/products/*');
	await fill(field('tried_address'), 'https://shop.example/products/bowl/?color=blue');
	await until(() => hasText('This page would match.'));
	await fill(field('tried_address'), 'https://shop.example/pricing');
	await until(() => hasText('This page would not match.'));
	await fill(field('url'), 'https://shop.example/pricing/');
	await until(() => hasText('This page would match.'));
	await fill(field('tried_address'), '');
	await until(() => !hasText('This page would match.'));
	assert.equal(server.calls.length, before);
});

test('a pattern that the server refuses is said beside its field, and leaving asks', async () => {
	await fill(field('title'), 'Bowls');
	await fill(field<HTMLTextAreaElement>('message'), 'Need a hand with **bowls**?');
	await fill(field('time_on_page'), '20');
	await choose(field('inbox_id'), 'Garden');
	await choose(field('sender_id'), 'Ada Lee');
	server.answer(`POST ${PATH}`, () => Response.json({ message: 'Url invalid', attributes: ['url'] }, { status: 422 }));
	await save();
	await until(() => errorOf('url') === 'Please enter a valid URL');
	location.hash = '#/settings/labels';
	await press(inDialog('Continue editing'));
	assert.equal(field('title').value, 'Bowls');
});

test('a campaign is added for the website and in the name that were chosen', async () => {
	server.answer(`POST ${PATH}`, ({ body }) => {
		assert.deepEqual(body, {
			title: 'Bowls',
			message: 'Need a hand with **bowls**?',
			inbox_id: 2,
			sender_id: 5,
			enabled: true,
			trigger_only_during_business_hours: true,
			trigger_rules: { url: 'https://shop.example/pricing/', time_on_page: 20 },
		});
		campaigns = [...campaigns, makeCampaign({ id: 2, title: 'Bowls' })];
		return campaigns[1];
	});
	await press(field('trigger_only_during_business_hours'));
	await save();
	await seeNotice('Saved');
	await until(() => row('Bowls'));
});

test('a campaign is switched off in the list, and stays on where the server refuses', async () => {
	server.answer(`PATCH ${PATH}/1`, () => {
		throw 503;
	});
	const isOn = () => field('enabled-1').checked;
	await press(field('enabled-1'));
	await until(() => hasText('That did not work. Try again.') && isOn());
	server.answer(`PATCH ${PATH}/1`, ({ body }) => {
		assert.deepEqual(body, { enabled: false });
		return campaigns[0];
	});
	await press(field('enabled-1'));
	await seeNotice('Saved');
	assert.ok(!isOn() && !hasText('That did not work. Try again.'));
});

test('a switch that is saving takes no press, and shows what the server has when the list is read again', async () => {
	const isOn = () => field('enabled-1').checked;
	const held = Promise.withResolvers<void>();
	const patches = () => server.calls.filter((call) => call === `PATCH ${PATH}/1`).length;
	const before = patches();
	server.answer(`PATCH ${PATH}/1`, () => held.promise.then(() => campaigns[0]));
	await press(field('enabled-1'));
	await until(() => isOn() && patches() === before + 1);
	await key('Space');
	assert.ok(isOn());
	held.resolve();
	await seeNotice('Saved');
	assert.equal(patches(), before + 1);

	location.hash = '#/settings/campaigns/2';
	await seeField('url');
	campaigns = campaigns.map((campaign) => (campaign.id === 1 ? { ...campaign, enabled: false } : campaign));
	location.hash = '#/settings/campaigns';
	await until(() => row('Bowls') && !isOn());
});

test('a campaign shows what it has, and is deleted after a question', async () => {
	location.hash = '#/settings/campaigns/2';
	await seeField('url');
	assert.equal(field('title').value, 'Bowls');
	assert.equal(document.querySelector('main [name=inbox_id]'), null);
	await press(inMain('Delete'));
	server.answer(`DELETE ${PATH}/2`, () => {
		campaigns = campaigns.slice(0, 1);
		return null;
	});
	await press(inDialog('Delete'));
	await seeNotice('Deleted');
	await until(() => !row('Bowls'));
});

/** The link of the list to the campaign. */
function row(title: string): HTMLElement | undefined {
	return [...document.querySelectorAll<HTMLElement>('main li > a')].find(({ textContent }) =>
		textContent.startsWith(title),
	);
}

function makeCampaign(facts: Pick<TeamCampaign, 'id' | 'title'>): TeamCampaign {
	const at = '2026-01-05T08:00:00.000Z';
	return {
		description: null,
		account_id: 1,
		inbox: { id: 1, name: 'Shop', channel_type: 'Channel::WebWidget', website_token: 'shop' },
		message: 'Hello',
		translations: {},
		campaign_status: 'active',
		campaign_type: 'ongoing',
		enabled: true,
		trigger_rules: { url: 'https://shop.example/', time_on_page: 10 },
		trigger_only_during_business_hours: false,
		created_at: at,
		updated_at: at,
		etag: '"1"',
		...facts,
	};
}
