/**
 * A site whose users are proven by tokens that expire: page, chat and server, over renewals and the
 * user's signing out.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { SignJWT } from 'jose';
import { Journey } from './journey.ts';
import type { Visitor } from './visitor.ts';
import { see, seeNoText, seeText, until } from './waiting.ts';

const KEY = 'the key of the website';
/** Seconds for which the server takes a token after its `exp`. */
const CLOCK_TOLERANCE = 30;
const COMPOSER = 'textarea[aria-label="Type your message"]';

/** A site's sign-in: who is signed in, and the tokens that it has given to its page. */
class Site {
	user: string | undefined = 'ada';
	/** Seconds for which the server takes a token. */
	lifetime = 3_600;
	isDown = false;
	issued = 0;

	/** Makes the page's provider ask this site. */
	async serve({ page }: Pick<Visitor, 'page'>): Promise<void> {
		await page.exposeFunction('askSite', async () => {
			this.issued += 1;
			if (this.isDown) throw new Error('The site is down');
			return this.user === undefined ? null : { jwt: await this.sign(this.user), name: this.user };
		});
		await this.signIn({ page });
	}

	/** As the page does at each load. */
	async signIn({ page }: Pick<Visitor, 'page'>): Promise<void> {
		await page.evaluate(async () => {
			await customElements.whenDefined('live-chat-widget');
			const chat = document.querySelector('live-chat-widget');
			if (chat)
				chat.identityProvider = (window as unknown as { askSite: () => Promise<{ jwt: string } | null> }).askSite;
		});
	}

	sign(user: string): Promise<string> {
		return new SignJWT({ sub: user })
			.setProtectedHeader({ alg: 'HS256' })
			.setExpirationTime(Math.floor(Date.now() / 1000) + this.lifetime - CLOCK_TOLERANCE)
			.sign(new TextEncoder().encode(KEY));
	}
}

describe('users whose proof expires', () => {
	let journey: Journey;
	before(async () => {
		journey = await Journey.start();
		await journey.changeChannel({ widget: { hmac_token: KEY, hmac_mandatory: true } });
	});
	afterEach(() => journey.clear());
	after(() => journey.stop());

	const draftOf = async (visitor: Visitor) => (await visitor.frame()).$eval(COMPOSER, (field) => field.value);

	test('the chat goes on over renewals, and without the user once nobody is signed in', async () => {
		const site = new Site();
		site.lifetime = 12;
		const visitor = await journey.visitor();
		await site.serve(visitor);
		const frame = await visitor.openConversation();
		await visitor.write('A secret of Ada');
		await visitor.seeAllSent();
		// By then the first token has expired.
		await until('the third token', () => Promise.resolve(site.issued >= 3 || undefined));
		await visitor.write('Another one');
		await visitor.seeAllSent();
		await seeText(frame, 'A secret of Ada');
		assert.deepEqual([journey.count('conversations'), journey.count('contacts')], [1, 1]);

		await visitor.type('Half a thought');
		site.user = undefined;
		await seeText(frame, 'You have been signed out.');
		assert.doesNotMatch(await frame.evaluate(() => document.body.innerText), /secret|Another one/);
		await visitor.openConversation();
		assert.equal(await draftOf(visitor), '');
		assert.doesNotMatch(await frame.evaluate(() => document.body.innerText), /secret|Another one/);
		assert.equal(await visitor.page.evaluate(() => document.cookie), '');
		await visitor.write('As nobody');
		await visitor.seeAllSent();
		assert.deepEqual([journey.count('conversations'), journey.count('contacts')], [2, 2]);
		await seeNoText(frame, 'secret');

		site.user = 'grace';
		site.lifetime = 3_600;
		await site.signIn(visitor);
		await until('Grace is known', () => Promise.resolve(site.issued >= 5 || undefined));
		await seeText(frame, 'As nobody');
		assert.equal(await draftOf(visitor), '');
	});

	test('where the page cannot prove its user again, what they typed waits for them', async () => {
		const site = new Site();
		site.lifetime = 3;
		const visitor = await journey.visitor();
		await site.serve(visitor);
		const frame = await visitor.openConversation();
		await visitor.write('Lin was here');
		await visitor.seeAllSent();
		await visitor.type('Is this lost?');
		site.isDown = true;
		await until('the proof is over', async () => {
			const isOver = await frame.evaluate(async () => {
				const kept = Object.entries(localStorage).find(([key]) => key.includes(':session:'))?.[1];
				const { authToken = '' } = JSON.parse(kept ?? '{}') as { authToken?: string };
				const address = '/api/v1/widget/contact?website_token=demo';
				return (await fetch(address, { headers: { 'X-Auth-Token': authToken } })).status === 401;
			});
			return isOver || undefined;
		});
		// The chat has seen it by now, or sees it with this letter, since that has the server
		// asked.
		await frame.evaluate((field) => {
			document.querySelector<HTMLElement>(field)?.focus();
			document.execCommand('insertText', false, '!');
		}, COMPOSER);
		await see(frame, 'home', () => document.querySelector('h1'));
		await seeNoText(frame, 'Lin was here');
		assert.equal(journey.countMessages('Is this lost?') + journey.countMessages('Is this lost?!'), 0);

		site.isDown = false;
		site.lifetime = 3_600;
		await visitor.reload();
		await site.signIn(visitor);
		await visitor.openConversation();
		await seeText(await visitor.frame(), 'Lin was here');
		await until('the text is back', async () => (await draftOf(visitor)).startsWith('Is this lost?') || undefined);
	});

	test('an open chat in which nobody does anything signs its user out, too', async () => {
		const site = new Site();
		site.lifetime = 12;
		const visitor = await journey.visitor();
		const jwt = await site.sign('kim');
		await visitor.page.evaluate(async (given) => {
			await customElements.whenDefined('live-chat-widget');
			await document.querySelector('live-chat-widget')?.setUser('kim', { jwt: given });
		}, jwt);
		const frame = await visitor.openConversation();
		await visitor.write('Kim was here');
		await visitor.seeAllSent();
		await seeText(frame, 'You have been signed out.');
		assert.doesNotMatch(await frame.evaluate(() => document.body.innerText), /Kim was here/);

		site.lifetime = 3_600;
		const again = await site.sign('kim');
		await visitor.page.evaluate(
			(given) => document.querySelector('live-chat-widget')?.setUser('kim', { jwt: given }),
			again,
		);
		await visitor.openConversation();
		await seeText(frame, 'Kim was here');
	});
});
