/** The footer that names the brand. */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import { findNamed, hasText, until } from '../desk/page.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { press } from '../support/browser/input.ts';
import { Chat, server } from './chat.ts';
import { makePage } from './page.ts';

const BRAND = {
	BRAND_NAME: 'Halden Chat',
	LOGO_THUMBNAIL: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
	WIDGET_BRAND_URL: 'https://chat.example/about',
};
const PAGE = { globalConfig: { ...makePage().globalConfig, ...BRAND } };

let chat: Chat;

beforeEach(() => {
	chat = new Chat();
});
afterEach(() => chat.close());
after(() => server.stop());

const brandLink = () => findNamed<HTMLAnchorElement>('footer a', 'Powered by Halden Chat');

test('home and messages show the brand; the link names source and site, and nothing else', async () => {
	chat.open(PAGE, 'framed');
	chat.tell({ event: 'change-url', referrerURL: 'https://shop.example/cups?id=7', referrerHost: 'shop.example' });
	const expected = 'https://chat.example/about?utm_source=widget_branding&utm_referrer=shop.example';
	const link = await until(() => brandLink()?.href === expected && brandLink());
	assert.equal(link.target, '_blank');
	assert.equal(link.rel, 'noopener noreferrer nofollow');
	await axeFindsNothing();
	await press('Start Conversation');
	await until(() => findNamed('textarea', 'Type your message'));
	assert.equal(brandLink()?.href, expected);
	await axeFindsNothing();
});

test('without a known site, the link names a page of its own as the source', async () => {
	chat.open(PAGE);
	const link = await until(brandLink);
	assert.equal(link.href, 'https://chat.example/about?utm_source=survey_branding');
});

test('a brand without an address is shown without a link', async () => {
	chat.open({ globalConfig: { ...PAGE.globalConfig, WIDGET_BRAND_URL: '' } });
	await until(() => hasText('Powered by Halden Chat'));
	assert.equal(brandLink(), undefined);
});

test('no brand is shown without a name, in an article, or where the channel hides it', async () => {
	chat.open({ globalConfig: { ...PAGE.globalConfig, BRAND_NAME: '' } });
	await until(() => findNamed('button', 'Start Conversation'));
	assert.ok(!hasText('Powered by'));
	chat.close();

	chat.open({ ...PAGE, channel: { ...makePage().channel, disableBranding: true } });
	await until(() => findNamed('button', 'Start Conversation'));
	assert.ok(!hasText('Powered by'));
	chat.close();

	chat.open(PAGE);
	await until(brandLink);
	location.hash = '#/article';
	await until(() => !hasText('Powered by'));
});
