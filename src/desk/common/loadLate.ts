/** Loads parts of the desk that an agent does not see at each start, and their texts. */
import { i18n } from '@lingui/core';
import { catalogs as laterTexts } from 'catalogs:deskLater';
import { catalogs as signInTexts } from 'catalogs:signIn';
import { loadChunk } from '#client/chunk.ts';

type Catalogs = typeof laterTexts;

const loaded = new Set<Catalogs>();

/** The first of these parts brings the texts of all. Rejects with a ChunkLoadError. */
export function loadLate<T>(load: () => Promise<T>): Promise<T> {
	return withTexts(laterTexts, load);
}

/** What an agent sees who is not signed in. Rejects with a ChunkLoadError. */
export function loadSignIn<T>(load: () => Promise<T>): Promise<T> {
	return withTexts(signInTexts, load);
}

async function withTexts<T>(catalogs: Catalogs, load: () => Promise<T>): Promise<T> {
	const [module] = await Promise.all([loadChunk(load), loadTexts(catalogs)]);
	return module;
}

async function loadTexts(catalogs: Catalogs): Promise<void> {
	const load = loaded.has(catalogs) ? undefined : catalogs[i18n.locale];
	if (!load) return;
	const { messages } = await loadChunk(load);
	i18n.load(i18n.locale, messages);
	loaded.add(catalogs);
}
