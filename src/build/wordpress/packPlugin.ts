/**
 * The WordPress plugin as a site installs it: its files, with the translations in the form that
 * WordPress reads.
 */
import { createWriteStream, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { ROOT } from '../root.ts';
import { compileMo } from './compileMo.ts';
import { PLUGIN, PLUGIN_LOCALES } from './pluginTexts.ts';

const NAME = 'live-chat-widget';

/** Writes the archive that an administrator uploads. */
export async function zipPlugin(file: string): Promise<void> {
	const zip = new ZipFile();
	for (const [path, content] of pluginFiles()) zip.addBuffer(content, `${NAME}/${path}`);
	zip.end();
	await pipeline(zip.outputStream, createWriteStream(file));
}

/** Writes the plugin into a site's folder of plugins. */
export function installPlugin(plugins: string): void {
	for (const [path, content] of pluginFiles()) {
		const file = `${plugins}/${NAME}/${path}`;
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, content);
	}
}

function pluginFiles(): [path: string, content: Buffer][] {
	const sources = globSync('**/*.*', { cwd: PLUGIN }).map((path): [string, Buffer] => [
		path,
		readFileSync(`${PLUGIN}/${path}`),
	]);
	const translations = PLUGIN_LOCALES.map((locale): [string, Buffer] => [
		`languages/${NAME}-${locale}.mo`,
		compileMo(locale),
	]);
	return [...sources, ['LICENSE', readFileSync(`${ROOT}/LICENSE`)], ...translations];
}
