/** Mails that have arrived: what is new in them, and which are of no person. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readMail } from '../../../../src/server/mail/received/readMail.ts';
import { splitReply } from '../../../../src/server/mail/received/splitReply.ts';
import { SAMPLES, write } from './samples.ts';

const read = (mail: string) => readMail(Buffer.from(mail, 'latin1'));

describe('a mail that has arrived', () => {
	for (const [name, { mail, reply, kind = 'written', files = [] }] of Object.entries(SAMPLES))
		test(`is ${name}`, async () => {
			const found = (await read(mail)) ?? assert.fail('no mail');
			assert.equal(found.reply, reply);
			assert.equal(found.kind, kind);
			assert.deepEqual(
				found.files.map((file) => file.name),
				files,
			);
		});
});

test('links of our mail that it quotes are left out, since the team is not to open the visitor’s session', async () => {
	const token = `eyJhbGciOiJIUzI1NiJ9.${'payload'.repeat(20)}.${'signature'.repeat(4)}`;
	for (const link of [
		`https://chat.example/continue/${token}`,
		`https://chat.example/unsubscribe/${token}`,
		'https://chat.example/survey/responses/5f0c2c1e-6b0c-4d2e-9a50-8d1c2f6f3a10',
		`https://safe.example/?url=https%3A%2F%2Fchat.example%2Fcontinue%2F${token}&data=1`,
		`https://chat.example/continue/${token.slice(0, 60)}\n> ${token.slice(60, 130)}\n> ${token.slice(130)}`,
	])
		for (const body of [
			`It is 40.\n\n> Continue: ${link}\n`,
			`<p>It is 40.</p><blockquote><a href="${link}">Go</a></blockquote>`,
		]) {
			const type = `text/${body.startsWith('<') ? 'html' : 'plain'}; charset=utf-8`;
			const { text, html, reply } = (await read(write({ type, body }))) ?? assert.fail();
			assert.equal(reply, 'It is 40.');
			assert.doesNotMatch(text + html, /payload|signature|5f0c2c1e/);
			assert.match(text, /continue|unsubscribe|survey/);
		}
});

test('a text that is made to take long is split in time', () => {
	for (const line of ['1@ a:\n', '1@ a:\n\n', '--------\n', 'On 1 a\n', '> \n', 'From: a@b\n', '\n']) {
		const begin = performance.now();
		splitReply(line.repeat(Math.ceil(150_000 / line.length)));
		assert.ok(performance.now() - begin < 3_000, line);
	}
});
