/** The virtual module that the build makes of emoji-picker-element's data (`rollup/emoji.ts`). */

declare module 'emoji:locales' {
	import type { I18n } from 'emoji-picker-element/shared';

	interface EmojiLocale {
		/** The name that the emoji data gives its language; the picker stores the data under it. */
		dataLocale: string;
		/** The address of the emoji data. */
		dataSource: string;
		/** Loads the picker's own texts, which are a chunk of their own. */
		loadTexts: () => Promise<{ default: I18n }>;
	}

	/** Locale → where the emoji picker finds what it needs in it. */
	export const emojiLocales: Readonly<Record<string, EmojiLocale>>;
}

/** Importing it installs it; the package has types only for its other modules. */
declare module 'fake-indexeddb/auto' {}
