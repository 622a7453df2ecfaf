/** A fault of ours in one message. */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import { until } from '../desk/page.ts';
import { press } from '../support/browser/input.ts';
import { bubble, Conversation, log, server } from './conversation.ts';

/** Drawing it throws. */
const BROKEN = { attachments: [null as never] };

let chat: Conversation;
beforeEach(() => (chat = new Conversation()));
afterEach(() => chat.close());
after(() => server.stop());

test('a message that cannot be drawn costs itself, and offers to begin with a new document', async () => {
	const fetchBefore = globalThis.fetch;
	const asked: string[] = [];
	globalThis.fetch = (input, init) => {
		if (init?.method !== 'HEAD') return fetchBefore(input, init);
		asked.push(new Request(input).url);
		// Otherwise the test's own page would be loaded again.
		return Promise.resolve(new Response(null, { status: 503 }));
	};
	chat.add('Before it');
	chat.add('Itself', BROKEN);
	chat.add('After it');
	await chat.open();
	await until(() => bubble('Before it') && bubble('After it'));
	const failures = [...log().querySelectorAll('[role=alert]')].map(({ textContent }) => textContent);
	assert.deepEqual(failures, ['This could not be loaded.Try again']);

	await press('Try again');
	await until(() => asked.includes(location.href));

	chat.say('One more');
	chat.say('And again', BROKEN);
	await until(() => bubble('One more') && log().querySelectorAll('[role=alert]').length === 2);
	assert.ok(bubble('Before it'));
	globalThis.fetch = fetchBefore;
});
