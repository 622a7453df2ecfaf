import assert from 'node:assert/strict';
import { type IncomingMessage, request } from 'node:http';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startHostedServer } from '../../support/hostedServer.ts';
import type { TestServer } from '../../support/server.ts';

let server: TestServer;
before(async () => {
	server = await startHostedServer();
});
after(() => server.stop());

const PAGE = '/widget?website_token=demo';

/** The answer as it is on the wire: `fetch` would decompress it. */
async function ask(path: string, encoding: string, more: Record<string, string> = {}) {
	const asked = request(server.origin + path, { headers: { 'accept-encoding': encoding, ...more } }).end();
	const response = await new Promise<IncomingMessage>((resolve, reject) =>
		asked.on('response', resolve).on('error', reject),
	);
	const body = Buffer.concat(await response.toArray());
	return { status: response.statusCode, headers: response.headers, body };
}

test('a page is sent in the best encoding that the browser accepts, and plain if it accepts none', async () => {
	const plain = await ask(PAGE, 'identity');
	assert.equal(plain.headers['content-encoding'], undefined);
	assert.match(plain.headers.vary ?? '', /Accept-Encoding/);

	const small = await ask(PAGE, 'gzip, deflate, br, zstd');
	assert.equal(small.headers['content-encoding'], 'br');
	assert.deepEqual(brotliDecompressSync(small.body), plain.body);
	assert.ok(small.body.length < plain.body.length / 2);
	assert.equal(small.headers['content-length'], `${small.body.length}`);

	const zipped = await ask(PAGE, 'br;q=0, gzip;q=0.5');
	assert.equal(zipped.headers['content-encoding'], 'gzip');
	assert.deepEqual(gunzipSync(zipped.body), plain.body);
});

test('the ETag of a compressed answer is valid for the next request', async () => {
	const path = '/hc/help/en/articles.json?page=1';
	const { headers } = await ask(path, 'br');
	assert.equal(headers['content-encoding'], 'br');
	assert.match(headers.etag ?? '', /^"[^"]+-br"$/, 'a strong tag of this encoding');
	const plain = await ask(path, 'identity');
	assert.equal(headers.etag, plain.headers.etag?.replace(/"$/, '-br"'));
	const again = await ask(path, 'br', { 'if-none-match': headers.etag ?? '', 'cache-control': 'max-age=0' });
	assert.equal(again.status, 304);
	assert.equal(again.body.length, 0);
});

test('a small answer is not compressed', async () => {
	const { headers } = await ask('/healthz', 'br');
	assert.equal(headers['content-encoding'], undefined);
});
