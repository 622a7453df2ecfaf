import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { md5, md5OfText } from '#protocol/md5.ts';

test('the checksum of a file is that of everybody else, whatever its length', async () => {
	for (const length of [0, 1, 55, 56, 63, 64, 65, 1024 * 1024, 1024 * 1024 + 1]) {
		const bytes = randomBytes(length);
		assert.equal(await md5(new Blob([bytes])), createHash('md5').update(bytes).digest('base64'), `${length} bytes`);
	}
});

test('so is the fingerprint of a text', () => {
	for (const length of [0, 54, 55, 63, 64, 200]) {
		const text = 'ä'.repeat(length);
		assert.equal(md5OfText(text), createHash('md5').update(text).digest('hex'));
	}
});
