/**
 * Rules of WordPress' "Plugin Check" that need no WordPress. Not among them: its rule against
 * `Update URI`, which is for plugins of WordPress' own directory, and its warning about a script
 * without a version, which the chat server's module has on purpose.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { compileMo } from '../../src/build/wordpress/compileMo.ts';
import { findFaults, PLUGIN, PLUGIN_LOCALES } from '../../src/build/wordpress/pluginTexts.ts';

const read = (file: string) => readFileSync(join(PLUGIN, file), 'utf8');
const PHP = globSync('**/*.php', { cwd: PLUGIN }).map((file) => [file, read(file)] as const);
/** Without comments, of which some contain code. */
const CODE = PHP.map(([file, text]) => [file, text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')] as const);

function findAll(pattern: RegExp): string[] {
	return CODE.flatMap(([file, text]) => [...text.matchAll(pattern)].map(([found]) => `${file}: ${found.trim()}`));
}

describe('the WordPress plugin', () => {
	test('has a guard against direct access in each file', () => {
		const guarded = /^defined\( '(ABSPATH|WP_UNINSTALL_PLUGIN)' \) \|\| exit;$/m;
		assert.deepEqual(
			CODE.filter(([, text]) => !guarded.test(text)).map(([file]) => file),
			[],
		);
	});

	test('gives what is global its own prefix', () => {
		assert.deepEqual(findAll(/^(function|const|class) (?!live_chat_widget_|LIVE_CHAT_WIDGET_)\w+/gm), []);
		assert.deepEqual(findAll(/^\$(?!live_chat_widget_)\w+/gm), []);
		assert.deepEqual(
			findAll(/\bas \$(?!live_chat_widget_)\w+/g).filter((found) => found.startsWith('uninstall')),
			[],
		);
		assert.match(read('block/block.json'), /"name": "live-chat-widget\//);
	});

	test('escapes everything that it prints', () => {
		const printed = findAll(/\becho (?!esc_|'|"|wp_json_encode)[^;]+;|<\?=[^?]+/g);
		assert.deepEqual(printed, []);
		// The arguments of printf after the format are escaped, or one of WordPress' own functions
		// for attributes.
		for (const [file, text] of CODE) {
			for (const [, format = '', values = ''] of text.matchAll(/\bprintf\(\s*('(?:[^'\\]|\\.)*'),?([^;]*)\);/g)) {
				const used = values
					.split(/,\n|, (?=[a-z']+\()/)
					.map((value) => value.trim())
					.filter(Boolean);
				const raw = used.filter(
					(value) => !/^(esc_(html|attr|url)(__)?|selected|checked)\(|'(new-password|off)'/.test(value),
				);
				assert.deepEqual(raw, [], `${file}: ${format}`);
			}
		}
	});

	test('reads requests only where it validates them, and saves by WordPress’ own settings page', () => {
		const requests = findAll(/\$_(GET|POST|REQUEST|COOKIE|FILES)\b/g);
		assert.deepEqual(requests, []);
		assert.deepEqual(
			findAll(/[^\n]*\$_SERVER[^\n]*/g).filter((line) => !/esc_url_raw\( wp_unslash\( \$_SERVER/.test(line)),
			[],
		);
		assert.match(read('settings.php'), /settings_fields\( 'live-chat-widget' \)/);
		assert.match(read('settings.php'), /'sanitize_callback' => /);
		assert.match(read('settings.php'), /'manage_options'/);
	});

	test('asks the database, other servers and the shell nothing', () => {
		assert.deepEqual(
			findAll(
				/\$wpdb|\b(eval|exec|system|passthru|shell_exec|base64_decode|file_get_contents|curl_\w+|wp_remote_\w+)\s*\(/g,
			),
			[],
		);
	});

	test('says each text in its own domain', () => {
		const calls = findAll(/\b(?:esc_html|esc_attr)?_[_exn]{1,2}\([^\n]*/g);
		assert.ok(calls.length > 40);
		assert.deepEqual(
			calls.filter((call) => !call.includes("'live-chat-widget'")),
			[],
		);
		assert.match(read('live-chat-widget.php'), /^ \* Text Domain: +live-chat-widget$/m);
		assert.match(read('live-chat-widget.php'), /^ \* Domain Path: +\/languages$/m);
	});

	test('has a readme with the headers of its main file', () => {
		const readme = read('readme.txt');
		const header = (text: string, name: string) => new RegExp(`^(?: \\* )?${name}: +(.+)$`, 'm').exec(text)?.[1];
		for (const name of ['Requires at least', 'Requires PHP', 'License', 'License URI']) {
			assert.equal(header(readme, name), header(read('live-chat-widget.php'), name), name);
		}
		assert.match(readme, /^=== Live Chat Widget ===$/m);
		assert.ok((header(readme, 'Tags') ?? '').split(',').length <= 5);
		assert.ok(header(readme, 'Tested up to'));
		const [, short = ''] = /^License URI.*\n\n(.+)\n\n== Description ==$/m.exec(readme) ?? [];
		assert.ok(short.length > 0 && short.length <= 150);
		assert.equal(short, header(read('live-chat-widget.php'), 'Description'));
	});

	test('has each of its texts in 38 languages besides English', () => {
		assert.equal(PLUGIN_LOCALES.length, 38);
		assert.deepEqual(findFaults(), []);
	});
});

test('a compiled catalogue is in the order by which readers search, and has the header first', () => {
	const mo = compileMo('de_DE');
	assert.equal(mo.readUInt32LE(0), 0x950412de);
	const count = mo.readUInt32LE(8);
	const read = (table: number, index: number) => {
		const entry = mo.readUInt32LE(table) + 8 * index;
		const at = mo.readUInt32LE(entry + 4);
		return mo.toString('utf8', at, at + mo.readUInt32LE(entry));
	};
	const originals = Array.from({ length: count }, (_, index) => read(12, index));
	assert.deepEqual(
		originals,
		originals.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))),
	);
	assert.match(read(16, 0), /^Project-Id-Version.*charset=utf-8\n/s);
	assert.equal(read(16, originals.indexOf('block title\u0004Live chat')), 'Live-Chat');
});
