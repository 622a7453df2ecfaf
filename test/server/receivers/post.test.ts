/** Which addresses on the internet a receiver may have (docs/application-api.md, Webhooks). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPrivate } from '../../../src/server/base/network/publicHosts.ts';
import { post } from '../../../src/server/deliveries/post.ts';

for (const host of [
	'[fc00::1]',
	'[fe80::1]',
	'[fec0::1]',
	'[feff:ffff::1]',
	'[ff02::1]',
	'[2002:7f00:1::]',
	'10.0.0.1',
])
	test(`no request goes to ${host}, which is not on the internet`, async () => {
		const url = new URL(`http://${host}:9/`);
		const { kind } = await post({ url, headers: {}, body: '', mayBePrivate: false });
		assert.equal(kind, 'refused');
	});

test('addresses on the internet are not private', () => {
	for (const address of ['2606:4700::1', '2a00:1450::1', '93.184.216.34'])
		assert.equal(isPrivate(address), false, address);
});
