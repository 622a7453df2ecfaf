import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { TEXT_FOLDERS } from './src/build/pieces.ts';
import { DEFAULT_LOCALE, ENABLED_LOCALES } from './src/protocol/locales.ts';

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
});
