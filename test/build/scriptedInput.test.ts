import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../../src/build/root.ts';

const REFUSED = [
	'button.click();',
	'button?.click();',
	"await page.click('button');",
	'await page.evaluate((node) => node.click(), button);',
	'form.requestSubmit();',
	"element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));",
	"element.dispatchEvent(new PointerEvent('pointerdown'));",
	"element.dispatchEvent(new MouseEvent('mouseover'));",
	"element.dispatchEvent(new TouchEvent('touchstart'));",
	"element.dispatchEvent(new Event('click'));",
	"element.dispatchEvent(new Event('change', { bubbles: true }));",
	"field.value = 'text';",
	'if (box) box.checked = true;',
	"await page.select('select', 'one');",
	"Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'text');",
];

const ALLOWED = [
	"await press('Save');",
	'field.select();',
	'await page.mouse.click(1, 2);',
	'await mouse.click(1, 2);',
	"dispatchEvent(new Event('online'));",
	"socket.dispatchEvent(new MessageEvent('message', { data }));",
	"dispatchEvent(new CustomEvent('consent'));",
	"const value = field.value + 'text';",
];

test('the linter refuses input by a script in tests, and only there', (t) => {
	const repository = mkdtempSync(join(tmpdir(), 'live-chat-lint-'));
	t.after(() => rmSync(repository, { recursive: true, force: true }));
	const lines = [...REFUSED, ...ALLOWED];
	for (const folder of ['test/desk', 'src/desk']) {
		mkdirSync(join(repository, folder), { recursive: true });
		writeFileSync(join(repository, folder, 'sample.ts'), lines.join('\n'));
	}
	const { stdout } = spawnSync(
		join(ROOT, 'node_modules/.bin/oxlint'),
		['--config', join(ROOT, 'src/build/lint/oxlint.json'), '--format', 'unix', '.'],
		{ cwd: repository, encoding: 'utf8' },
	);
	const found = [...stdout.matchAll(/^(.*sample\.ts):(\d+):.*scripted-input/gm)].map(([, file, line]) => [
		file?.endsWith('test/desk/sample.ts'),
		lines[Number(line) - 1],
	]);
	assert.deepEqual(
		found.toSorted(([, one], [, other]) => lines.indexOf(String(one)) - lines.indexOf(String(other))),
		REFUSED.map((line) => [true, line]),
	);
});
