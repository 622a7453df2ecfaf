import assert from 'node:assert/strict';
import { readManifest } from '../../src/build/rollup/manifest.ts';
import { ROOT } from '../../src/build/root.ts';

/** A pattern for the request of the script that contains a source, as `proxy.fail` takes it. */
export function requestOf(source: string): RegExp {
	const { file } = readManifest(`${ROOT}/dist/manifest.json`)[source] ?? {};
	assert.ok(file, `the build has no ${source}`);
	return new RegExp(`^GET /${file.replaceAll('.', '\\.')}`);
}
