import { readFileSync } from 'node:fs';
import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { TEXT_FOLDERS } from './src/build/pieces.ts';
import { DEFAULT_LOCALE, ENABLED_LOCALES } from './src/protocol/base/locales.ts';

/** What a file with texts imports: lingui, or the server's `msg`. */
const WORDING = /from '(@lingui\/|[./]+\/(language\/)?msg\.ts)/;

/** lingui's own, but for files without texts: parsing the other three quarters would take most of the time. */
const extractor = {
	match: (file) => /\.tsx?$/.test(file) && WORDING.test(readFileSync(file, 'utf8')),
	async extract(...given) {
		const { babelExtractor } = await import('@lingui/cli/api/extractors/babel');
		return babelExtractor.extract(...given);
	},
};

export default defineConfig({
	sourceLocale: DEFAULT_LOCALE,
	locales: [...ENABLED_LOCALES],
	catalogs: [
		{
			path: '<rootDir>/locales/{locale}/messages',
			include: TEXT_FOLDERS,
		},
	],
	// The server runs without a build; its `msg` is a function that looks like the macro. The macro is known by how a file imports it.
	macro: { corePackage: ['@lingui/core/macro', '../language/msg.ts', '../../language/msg.ts'] },
	// By file: what a translator sees together is what a visitor sees together.
	orderBy: 'origin',
	format: formatter({ lineNumbers: false }),
	extractors: [extractor],
});
