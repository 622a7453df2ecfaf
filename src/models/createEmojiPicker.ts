import type Picker from 'emoji-picker-element/picker.js';
import { emojiLocales } from 'emoji:locales';
import { DEFAULT_LOCALE } from '#protocol/base/locales.ts';
import { loadChunk } from '#client/chunk.ts';

/**
 * Creates the picker in a language, or in English where there is no data for it. Rejects with a
 * ChunkLoadError.
 */
export async function createEmojiPicker(locale: string): Promise<Picker> {
	// The picker's module opens a database as soon as it runs.
	if (!(await hasDatabase())) await loadChunk(() => import('fake-indexeddb/auto'));
	const found = emojiLocales[locale] ?? emojiLocales[DEFAULT_LOCALE];
	if (!found) throw new Error('The build has no emoji data');
	const [{ default: Picker }, { default: i18n }] = await Promise.all([
		loadChunk(() => import('emoji-picker-element/picker.js')),
		loadChunk(found.loadTexts),
	]);
	return new Picker({ locale: found.dataLocale, dataSource: found.dataSource, i18n });
}

/**
 * Whether IndexedDB works. Browsers may deny it to third-party frames by an error event, by an
 * exception, or by leaving it out.
 */
function hasDatabase(): Promise<boolean> {
	return new Promise((resolve) => {
		try {
			const request = indexedDB.open('live-chat-widget:probe');
			request.onerror = () => resolve(false);
			request.onsuccess = () => {
				request.result.close();
				resolve(true);
			};
		} catch {
			resolve(false);
		}
	});
}
