/** Loads what agents seldom write or get, and its texts. */
import { i18n } from '@lingui/core';
import { catalogs } from 'catalogs:compose';
import { loadChunk } from '#client/chunk.ts';

/** Rejects with a ChunkLoadError. */
export async function loadCompose() {
	const [module, texts] = await Promise.all([loadChunk(() => import('../compose/ComposeDialog.tsx')), loadTexts()]);
	i18n.load(i18n.locale, texts);
	return module;
}

async function loadTexts() {
	const load = catalogs[i18n.locale];
	return load ? (await loadChunk(load)).messages : {};
}
