// chunk: shared
/** Loads the parts of the chat that few visitors see, with their texts. */
import { i18n } from '@lingui/core';
import { loadChunk } from '#client/chunk.ts';
import { laterTexts } from './language.ts';

/**
 * Loads code whose texts are in the catalogues `later`, and these texts. Rejects with a
 * ChunkLoadError.
 */
export async function loadWithTexts<T>(load: () => Promise<T>): Promise<T> {
	const [module] = await Promise.all([loadChunk(load), loadTexts()]);
	return module;
}

async function loadTexts(): Promise<void> {
	const { catalogs } = await loadChunk(() => import('./laterCatalogs.ts'));
	const loadTextsIn = async (locale: string) => {
		const load = catalogs[locale];
		return load && (await loadChunk(load)).messages;
	};
	laterTexts.load = loadTextsIn;
	let locale: string;
	do {
		({ locale } = i18n);
		i18n.load(locale, (await loadTextsIn(locale)) ?? {});
		// The language may have changed while the texts were loaded.
	} while (locale !== i18n.locale);
}
