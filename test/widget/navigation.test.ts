import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Happening, nextRoute, type Situation } from '../../src/widget/app/routing/navigation.ts';
import { hashOfPlace, placeOfHash, type RouteName } from '../../src/widget/app/routing/routes.ts';

const CLOSED: Situation = {
	route: 'home',
	isOpen: false,
	hasMessages: false,
	unreadCount: 0,
	isWaiting: false,
	isFormDue: false,
	hasUnreadDialog: true,
	hasCampaign: false,
};
const OPEN: Situation = { ...CLOSED, isOpen: true };

const RULES: [claim: string, Happening, Situation, RouteName][] = [
	['messages that load after the opening show too', 'loaded', { ...OPEN, hasMessages: true }, 'messages'],
	['messages that load while closed leave home alone', 'loaded', { ...CLOSED, hasMessages: true }, 'home'],
	['opening from home with messages goes to messages', 'opened', { ...OPEN, hasMessages: true }, 'messages'],
	['opening from home without messages stays there', 'opened', OPEN, 'home'],
	[
		'opening always leaves the preview and shows the messages',
		'opened',
		{ ...OPEN, route: 'unread-messages' },
		'messages',
	],
	['opening leaves a campaign', 'opened', { ...OPEN, route: 'campaigns' }, 'messages'],
	['opening on messages stays there', 'opened', { ...OPEN, route: 'messages' }, 'messages'],
	['closing the preview returns to home', 'closed', { ...CLOSED, route: 'unread-messages' }, 'home'],
	['closing a campaign returns to home', 'closed', { ...CLOSED, route: 'campaigns' }, 'home'],
	['closing on messages stays there', 'closed', { ...CLOSED, route: 'messages' }, 'messages'],
	['unread messages preview while closed', 'unread changed', { ...CLOSED, unreadCount: 1 }, 'unread-messages'],
	['also from messages', 'unread changed', { ...CLOSED, route: 'messages', unreadCount: 2 }, 'unread-messages'],
	[
		'unread messages do not preview where the page does not want it',
		'unread changed',
		{ ...CLOSED, hasUnreadDialog: false, unreadCount: 1 },
		'home',
	],
	[
		'nor any longer, once it no longer does',
		'unread changed',
		{ ...CLOSED, route: 'unread-messages', hasUnreadDialog: false, unreadCount: 1 },
		'home',
	],
	['unread messages do not preview while open', 'unread changed', { ...OPEN, unreadCount: 1 }, 'home'],
	['starting goes to the form where one is due', 'started', { ...OPEN, isFormDue: true }, 'prechat-form'],
	['starting goes to the messages where none is', 'started', OPEN, 'messages'],
	[
		'a new conversation begins with the form too',
		'form changed',
		{ ...OPEN, route: 'messages', isFormDue: true },
		'prechat-form',
	],
	[
		'messages that may yet load are waited for before the form',
		'form changed',
		{ ...OPEN, route: 'messages', isFormDue: true, isWaiting: true },
		'messages',
	],
	['a form that is done leads to the messages', 'form changed', { ...OPEN, route: 'prechat-form' }, 'messages'],
	['a form that is due stays', 'form changed', { ...OPEN, route: 'prechat-form', isFormDue: true }, 'prechat-form'],
	['a form that is due comes only to those who write', 'form changed', { ...OPEN, isFormDue: true }, 'home'],
	['a campaign shows while closed', 'campaign changed', { ...CLOSED, hasCampaign: true }, 'campaigns'],
	['no campaign shows while open', 'campaign changed', { ...OPEN, hasCampaign: true }, 'home'],
	[
		'no campaign shows to whom is in conversation',
		'campaign changed',
		{ ...CLOSED, hasCampaign: true, hasMessages: true },
		'home',
	],
	['a campaign that is over goes away', 'campaign changed', { ...CLOSED, route: 'campaigns' }, 'home'],
	[
		'accepting a campaign leads to the form where one is due',
		'opened',
		{ ...OPEN, route: 'campaigns', hasCampaign: true, isFormDue: true },
		'prechat-form',
	],
	[
		'unread messages take the place of a campaign',
		'unread changed',
		{ ...CLOSED, route: 'campaigns', unreadCount: 1 },
		'unread-messages',
	],
	['a preview of nothing goes away', 'unread changed', { ...CLOSED, route: 'unread-messages' }, 'home'],
];

for (const [claim, happening, situation, expected] of RULES) {
	test(claim, () => assert.equal(nextRoute(happening, situation), expected));
}

test('every view has its path in the hash, and an unknown path is home', () => {
	assert.equal(placeOfHash('#/messages').route, 'messages');
	assert.equal(placeOfHash('#/unread-messages').route, 'unread-messages');
	assert.equal(placeOfHash('#/prechat-form').route, 'prechat-form');
	assert.equal(placeOfHash('').route, 'home');
	assert.equal(placeOfHash('#/nowhere?link=x').route, 'home');
});

test("the hash contains a view's parameters, with any characters", () => {
	const place = { route: 'article-viewer', params: { link: '/hc/help/articles/1-ü&more?a=b#c' } } as const;
	assert.deepEqual(placeOfHash(hashOfPlace(place)), place);
	assert.equal(hashOfPlace({ route: 'home', params: {} }), '#/');
});
