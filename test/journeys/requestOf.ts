import assert from 'node:assert/strict';
import { modulesOf } from '../../src/server/http/routing/builtFiles.ts';

/** A pattern for the request of the script that contains a source, as `proxy.fail` takes it. */
export function requestOf(source: string): RegExp {
	const [address] = modulesOf(source);
	assert.ok(address, `the build has no ${source}`);
	return new RegExp(`^GET ${address.replaceAll('.', '\\.')}`);
}
