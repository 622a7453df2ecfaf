import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import { findNamed, hasText, until } from '../desk/page.ts';
import { fill, hasFinger, key, press, swipe } from '../support/browser/input.ts';
import { bubble, Conversation, isAtEnd, log, rest, server } from './conversation.ts';

let chat: Conversation;

beforeEach(() => (chat = new Conversation()));
afterEach(() => {
	chat.close();
	document.documentElement.dir = 'ltr';
});
after(() => server.stop());

test('a reply quotes its message, above the field and on its bubble, and is sent as one', async () => {
	const question = chat.add('Which **colour**?');
	const field = await chat.open();
	await replyTo('Which colour?');
	await until(() => quoteBar()?.includes('Which colour?'));
	await until(() => document.activeElement === field);
	await fill(field, 'Blue');
	await key('Enter');
	await until(() => chat.sent.length === 1);
	assert.equal(chat.sent[0]?.['reply_to'], question.id);
	await until(() => quoteBar() === undefined);
	const chip = await until(() => bubble('Blue')?.querySelector('button'));
	assert.equal(chip.textContent, 'Replying to:AdaWhich colour?');
	await until(() => bubble('Blue')?.dataset['state'] === 'sent' && chip.isConnected);
});

test('a quoted message without words is named by its kind', async () => {
	const place = { coordinates_lat: 1, coordinates_long: 2, fallback_title: null, data_url: null };
	const identity = { id: 1, message_id: 1, account_id: 1 };
	const picture = chat.add('', { attachments: [{ ...identity, ...place, file_type: 'location' }] });
	chat.add('See above', { content_attributes: { in_reply_to: picture.id } });
	await chat.open();
	await until(() => bubble('See above')?.innerText.includes('Location'));
});

test('a quoted form is named by its first question', async () => {
	const items = [{ type: 'text', name: 'order', label: 'Order number' }];
	const form = chat.add('', { content_type: 'form', content_attributes: { items } });
	chat.add('See above', { content_attributes: { in_reply_to: form.id } });
	await chat.open();
	await until(() => bubble('See above')?.innerText.includes('Order number'));
});

test('Escape and the button cancel a reply, without closing the chat', async () => {
	chat.add('Question');
	const field = await chat.open();
	for (const takeBack of [() => key('Escape'), () => press('Cancel reply')]) {
		await replyTo('Question');
		await until(quoteBar);
		await takeBack();
		await until(() => quoteBar() === undefined);
		await until(() => document.activeElement === field);
	}
});

test('a reply that was begun is restored after a reload', async () => {
	chat.add('Question');
	await chat.open();
	await replyTo('Question');
	await until(quoteBar);
	chat.close();
	await chat.open();
	await until(() => quoteBar()?.includes('Question'));
	await press('Cancel reply');
});

test('a reply that another window has cancelled or sent is removed here', async () => {
	chat.add('Question');
	await chat.open();
	await replyTo('Question');
	await until(quoteBar);
	const place = 'live-chat-widget:reply:demo';
	localStorage.removeItem(place);
	dispatchEvent(new StorageEvent('storage', { key: place }));
	await until(() => quoteBar() === undefined);
});

test('pressing a quote scrolls to its message, however far up, which gets the focus and is highlighted', async () => {
	chat.addMany(80);
	const first = chat.messages[3];
	chat.add('As I said', { content_attributes: { in_reply_to: first?.id } });
	await chat.open();
	const chip = await until(() =>
		[...(bubble('As I said')?.querySelectorAll('button') ?? [])].find(({ innerText }) =>
			innerText.includes('Message 3 with lines'),
		),
	);
	assert.ok(!bubble('Message 3\nwith\nlines'));
	await press(chip);
	const quoted = await until(() => bubble('Message 3\nwith\nlines'));
	await until(() => quoted.matches('[data-highlighted]'));
	await until(() => document.activeElement === quoted);
	await rest();
	const [view, place] = [log().getBoundingClientRect(), quoted.getBoundingClientRect()];
	assert.ok(place.top >= view.top && place.bottom <= view.bottom, 'it is in view');
	await until(() => !quoted.matches('[data-highlighted]'));
	assert.equal(document.querySelectorAll('[data-state]').length <= 81, true);
});

test('whoever follows a quote stays at its message, also where the list grew as they pressed, and gets a button to the end', async () => {
	chat.addMany(10);
	chat.add('As I said', { content_attributes: { in_reply_to: chat.messages[1]?.id } });
	await chat.open();
	await until(isAtEnd);
	await rest();
	// As what a hovered message shows stands out below the content.
	const outside = document.createElement('div');
	outside.style.cssText = 'position: absolute; inset-block-start: calc(100% + 1px); block-size: 9px; inline-size: 9px';
	const content = log().firstElementChild as HTMLElement;
	content.style.position = 'relative';
	content.append(outside);
	await press({ name: /Message 1 with lines/, within: { selector: '[data-key]', text: 'As I said' } });
	const quoted = await until(() => bubble('Message 1\nwith\nlines'));
	await until(() => document.activeElement === quoted);
	await until(() => findNamed('button', 'Go to the newest message'));
	chat.say('Further down');
	await until(() => findNamed('button', '1 new message'));
	await rest();
	const [view, place] = [log().getBoundingClientRect(), quoted.getBoundingClientRect()];
	assert.ok(place.top >= view.top && place.bottom <= view.bottom, 'it is in view');
});

test('whoever follows a quote in a conversation without anything to scroll is at its end', async () => {
	chat.add('Blue');
	chat.add('As I said', { content_attributes: { in_reply_to: chat.messages[0]?.id } });
	await chat.open();
	await press({ name: /Blue/, within: { selector: '[data-key]', text: 'As I said' } });
	await until(() => bubble('Blue')?.matches('[data-highlighted]'));
	// Until then the virtualiser still leads there whatever it measures.
	await until(() => !bubble('Blue')?.matches('[data-highlighted]'));
	chat.say('Very long\n'.repeat(60));
	await until(() => hasText('Very long') && isAtEnd());
	await rest();
	assert.equal(findNamed('button', 'Go to the newest message'), undefined);
});

if (hasFinger) {
	test('swiping 50 px towards the middle begins a reply; less, or the other way, does not', async () => {
		chat.add('Theirs');
		chat.add('Mine', { message_type: 0 });
		await chat.open();
		await until(() => bubble('Mine'));
		for (const [dir, text, far] of [
			['ltr', 'Theirs', 55],
			['ltr', 'Mine', -55],
			['rtl', 'Theirs', -55],
			['rtl', 'Mine', 55],
		] as const) {
			document.documentElement.dir = dir;
			const item = await until(() => bubble(text));
			await swipe(item, -far);
			await swipe(item, far / 2);
			assert.equal(quoteBar(), undefined);
			await swipe(item, far);
			await until(() => quoteBar()?.includes(text));
			await press('Cancel reply');
			await until(() => quoteBar() === undefined);
		}
	});
}

async function replyTo(text: string) {
	const item = await until(() =>
		[...log().querySelectorAll<HTMLElement>('[data-state]')].find((e) => e.innerText.includes(text)),
	);
	await press(findIn(item, 'Reply') ?? '');
}

function findIn(item: HTMLElement, label: string): HTMLElement | undefined {
	return [...item.querySelectorAll('button')].find(({ ariaLabel }) => ariaLabel === label);
}

/** The text of the bar above the field, or undefined while there is none. */
function quoteBar(): string | undefined {
	return hasText('Replying to:') ? findNamed('button', 'Cancel reply')?.parentElement?.innerText : undefined;
}
