/** `--config`: a file of settings beside the environment (docs/operating.md, Settings). */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readConfiguredSettings } from '../../../src/server/base/configuredSettings.ts';
import { readSettings, SettingError } from '../../../src/server/base/settings.ts';
import { runAdmin } from '../../support/runAdmin.ts';

describe('--config', () => {
	let folder: string;
	let path: string;
	before(() => {
		folder = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
		path = join(folder, 'live-chat.env');
	});
	after(() => rmSync(folder, { recursive: true }));
	const read = (lines: string, environment = {}) => {
		writeFileSync(path, lines);
		return readConfiguredSettings(['--config', path, 'backup', '/backup'], environment);
	};
	const refusal = (work: () => unknown): string => {
		try {
			work();
		} catch (error) {
			if (error instanceof SettingError) return error.message;
			throw error;
		}
		return 'nothing was refused';
	};

	test('its settings count beside those of the environment, and the other arguments stay', () => {
		const { settings, args } = read("# A comment\nPORT=4000\nBRAND_NAME='Kiln & Co'\nHOST=\n", {
			LOG_LEVEL: 'warn',
			PORT: '4000',
		});
		assert.deepEqual(
			[settings.PORT, settings.BRAND_NAME, settings.HOST, settings.LOG_LEVEL],
			[4000, 'Kiln & Co', '127.0.0.1', 'warn'],
		);
		assert.deepEqual(args, ['backup', '/backup']);
	});

	// What systemd 252 reads in an EnvironmentFile with these lines.
	for (const [lines, value] of [
		['BRAND_NAME=Kiln #1', 'Kiln #1'],
		['BRAND_NAME="Kiln #1"  ', 'Kiln #1'],
		['BRAND_NAME="Kiln" # 1', 'Kiln# 1'],
		[`BRAND_NAME='Kiln \\ "1"'`, 'Kiln \\ "1"'],
		['BRAND_NAME="Kiln \\"1\\" \\n"', 'Kiln "1" \\n'],
		['BRAND_NAME = Kiln "1"', 'Kiln "1"'],
		['BRAND_NAME=Kiln \\\n and Co', 'Kiln  and Co'],
		['BRAND_NAME="Kiln\nand Co"', 'Kiln\nand Co'],
		['BRAND_NAME=Kiln\\ 1\\\\2', 'Kiln 1\\2'],
		['; a comment\n  # BRAND_NAME=Co\nnothing\n\n BRAND_NAME=Kiln\r\n', 'Kiln'],
		['# a comment \\\nBRAND_NAME=Co\nBRAND_NAME=Kiln', 'Kiln'],
	] as const) {
		test(`${JSON.stringify(lines)} means what it means to systemd`, () => {
			assert.equal(read(lines).settings.BRAND_NAME, value);
		});
	}

	test('a name that is no setting, two values of one setting, and a file that is not there are refused', () => {
		assert.equal(
			refusal(() => read('REDIS_URI=redis://x')),
			`${path}: REDIS_URI is no setting. REDIS_URL is one`,
		);
		assert.equal(
			refusal(() => read('COLOUR=blue')),
			`${path}: COLOUR is no setting`,
		);
		assert.match(
			refusal(() => read('SECRET_KEY=one', { SECRET_KEY: 'another' })),
			/: SECRET_KEY is set to something else in the environment: set it in one place$/,
		);
		assert.match(
			refusal(() => readConfiguredSettings(['--config=/nowhere'], {})),
			/^--config \/nowhere cannot be read: ENOENT/,
		);
		assert.equal(
			refusal(() => readConfiguredSettings(['--config'], {})),
			'--config needs the path of a file',
		);
		assert.match(
			refusal(() => read('PORT=http')),
			/^PORT must be a whole number \(it is "http"\)$/,
		);
	});

	test('settings that contradict each other are refused', () => {
		const key = 'k'.repeat(32);
		assert.match(
			refusal(() => readSettings({ DYTE_API_KEY: 'x' })),
			/^DYTE_API_KEY is set, but CALL_PROVIDER is jitsi/,
		);
		assert.match(
			refusal(() => readSettings({ SECRET_KEY: key, SECRET_KEY_PREVIOUS: key })),
			/^SECRET_KEY_PREVIOUS has the same key/,
		);
		assert.match(
			refusal(() => readSettings({ SECRET_KEY_PREVIOUS: 'short' })),
			/its value is not shown/,
		);
	});

	test('commands read it too', async () => {
		writeFileSync(path, 'PROT=4000\n');
		const { code, text } = await runAdmin({ dataDir: folder }, '--config', path, 'list-agents');
		assert.deepEqual([code, text], [1, `${path}: PROT is no setting. PORT is one\n`]);
	});
});
