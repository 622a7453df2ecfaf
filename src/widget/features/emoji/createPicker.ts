import type Picker from 'emoji-picker-element/picker.js';
import { emojiLocales } from 'emoji:locales';
import { DEFAULT_LOCALE } from '#protocol/locales.ts';
import { loadChunk } from '#client/chunk.ts';

/** The picker in a language, or in English where there is no data in it. Rejects with a ChunkLoadError. */
export async function createPicker(locale: string): Promise<Picker> {
	// The picker looks for a database as soon as its module runs.
	if (!(await hasDatabase())) await loadChunk(() => import('fake-indexeddb/auto'));
	const found = emojiLocales[locale] ?? emojiLocales[DEFAULT_LOCALE];
	if (!found) throw new Error('The build has no emoji data');
	const [{ default: Picker }, { default: i18n }] = await Promise.all([
		loadChunk(() => import('emoji-picker-element/picker.js')),
		loadChunk(found.loadTexts),
	]);
	return new Picker({ locale: found.dataLocale, dataSource: found.dataSource, i18n });
}

/** Browsers may deny it to frames of other sites: by an error, by throwing, or by not having it. */
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
