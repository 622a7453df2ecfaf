import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { DEFAULT_LOCALE, ENABLED_LOCALES } from './src/protocol/locales.ts';

export default defineConfig({
	sourceLocale: DEFAULT_LOCALE,
	locales: [...ENABLED_LOCALES],
	catalogs: [
		{
			path: '<rootDir>/locales/{locale}/messages',
			include: ['elements', 'src/host', 'src/widget', 'src/desk', 'src/survey', 'src/server'],
		},
	],
	// The server runs without a build; its `msg` is a function that looks like the macro.
	macro: { corePackage: ['@lingui/core/macro', '../language/msg.ts'] },
	// By file: what a translator sees together is what a visitor sees together.
	orderBy: 'origin',
	format: formatter({ lineNumbers: false }),
});
