import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import 'fake-indexeddb/auto';
import Database from 'emoji-picker-element/database.js';
import { ROOT } from '../../src/build/root.ts';
import { trimEmojiData, type Emoji } from '../../src/build/trimEmojiData.ts';

/** Number of emoji to test; the database of the test is too slow for all. */
const SAMPLE = 100;
const files = new Map<string, string>();
const server = createServer(({ url = '' }, response) => {
	response.setHeader('etag', `"${url}"`).end(files.get(url));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => server.close());

for (const language of ['en', 'hi']) {
	test(`the picker finds by each word in ${language} the same emoji with less data`, async () => {
		const text = readFileSync(`${ROOT}/node_modules/emoji-picker-element-data/${language}/cldr/data.json`, 'utf8');
		const whole = (JSON.parse(text) as Emoji[]).slice(0, SAMPLE);
		const trimmed = trimEmojiData(whole);
		assert.ok(JSON.stringify(trimmed).length < JSON.stringify(whole).length * 0.9);

		const [one, other] = await Promise.all([open(`${language}-whole`, whole), open(`${language}-trimmed`, trimmed)]);
		for (const { annotation, tags = [], shortcodes = [] } of whole.filter((_, index) => index % 10 === 0)) {
			for (const word of [annotation, ...tags, ...shortcodes]) {
				assert.deepEqual(await find(other, word), await find(one, word), word);
			}
		}
		await Promise.all([one.delete(), other.delete()]);
	});
}

/** A database like the picker's. */
async function open(name: string, data: Emoji[]): Promise<Database> {
	files.set(`/${name}`, JSON.stringify(data));
	const { port } = server.address() as AddressInfo;
	const database = new Database({ dataSource: `http://127.0.0.1:${port}/${name}`, locale: name });
	await database.ready();
	return database;
}

async function find(database: Database, word: string): Promise<string[]> {
	const found = await database.getEmojiBySearchQuery(word);
	return found.map((emoji) => ('unicode' in emoji ? emoji.unicode : emoji.name));
}
