/** Mails that have arrived: what is new in them, and which are of no person. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readMail } from '../../../../src/server/mail/received/readMail.ts';
import { splitReply } from '../../../../src/server/mail/received/splitReply.ts';
import { SAMPLES } from './samples.ts';

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

test('a text that is made to take long is split in time', () => {
	for (const line of ['1@ a:\n', '1@ a:\n\n', '--------\n', 'On 1 a\n', '> \n', 'From: a@b\n', '\n']) {
		const begin = performance.now();
		splitReply(line.repeat(Math.ceil(150_000 / line.length)));
		assert.ok(performance.now() - begin < 3_000, line);
	}
});
