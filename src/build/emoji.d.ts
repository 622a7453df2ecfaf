/** The virtual module that the build makes of emoji-picker-element's data (`rollup/emoji.ts`). */

declare module 'emoji:locales' {
	import type { I18n } from 'emoji-picker-element/shared';

	interface EmojiLocale {
		/** Name of the data's language, by which the picker keeps it. */
		dataLocale: string;
		/** Address of the data. */
		dataSource: string;
		/** The picker's own texts, in a chunk of their own. */
		loadTexts: () => Promise<{ default: I18n }>;
	}

	/** By our names of locales. */
	export const emojiLocales: Readonly<Record<string, EmojiLocale>>;
}

/** Installs itself; its package describes only the rest. */
declare module 'fake-indexeddb/auto' {}
