import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rollup } from 'rollup';
import { catalogs } from '../../src/build/rollup/catalogs.ts';
import { ROOT } from '../../src/build/root.ts';

test("the modules of the catalogues are the same in every folder, and with them what Rollup merges by the modules' sizes", async () => {
	const bundle = await rollup({ input: 'catalogs:widget', plugins: [catalogs({ withPseudo: false })] });
	const modules = bundle.cache?.modules ?? [];
	assert.ok(modules.length > 39);
	for (const { id, code } of modules) assert.ok(!`${id} ${code}`.includes(ROOT), id);
});
