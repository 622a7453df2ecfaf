import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { md5, md5OfText } from '#protocol/base/md5.ts';

test("md5 agrees with Node's for a file of any length", async () => {
	for (const length of [0, 1, 55, 56, 63, 64, 65, 1024 * 1024, 1024 * 1024 + 1]) {
		const bytes = randomBytes(length);
		assert.equal(await md5(new Blob([bytes])), createHash('md5').update(bytes).digest('base64'), `${length} bytes`);
	}
});

test("md5OfText agrees with Node's for any text", () => {
	for (const length of [0, 54, 55, 63, 64, 200]) {
		const text = 'ä'.repeat(length);
		assert.equal(md5OfText(text), createHash('md5').update(text).digest('hex'));
	}
});
