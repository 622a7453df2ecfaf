import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAllowedSite } from '#protocol/base/isAllowedSite.ts';

test('a page may show the chat as a browser would let it by frame-ancestors', () => {
	const rows: readonly (readonly [page: string, domains: readonly string[], isAllowed: boolean])[] = [
		['https://shop.example/cups', [], true],
		['null', [], false],
		['file:///tmp/page.html', [], false],
		['https://shop.example', ['shop.example'], true],
		['https://www.shop.example', ['shop.example'], false],
		['https://www.shop.example', ['*.shop.example'], true],
		['https://shop.example', ['*.shop.example'], false],
		['https://evilshop.example', ['*.shop.example'], false],
		['https://shop.example:8443', ['shop.example'], false],
		['https://shop.example:8443', ['shop.example:8443'], true],
		['http://shop.example', ['https://shop.example'], false],
		['https://shop.example', ['http://shop.example'], true],
		['https://shop.example', ['other.example', 'Shop.example'], true],
	];
	for (const [page, domains, isAllowed] of rows)
		assert.equal(isAllowedSite(page, domains), isAllowed, `${page} at ${domains.join()}`);
});
