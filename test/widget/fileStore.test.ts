import assert from 'node:assert/strict';
import { test } from 'node:test';
import 'fake-indexeddb/auto';
import { keepFile } from '#client/fileStore.ts';

test('a file that the browser does not store is reported with the reason', async (t) => {
	const debug = t.mock.method(console, 'debug', () => {});
	const { put } = IDBObjectStore.prototype;
	t.mock.method(IDBObjectStore.prototype, 'put', function (this: IDBObjectStore, ...given: Parameters<typeof put>) {
		const request = put.apply(this, given);
		this.transaction.abort();
		return request;
	});
	await keepFile('plate', new File(['plate'], 'plate.png'));
	assert.ok(debug.mock.calls[0]?.arguments[0] instanceof Error);
});
