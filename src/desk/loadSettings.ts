/** Loads the settings, which agents seldom open, and their texts. */
import { i18n } from '@lingui/core';
import { catalogs } from 'catalogs:settings';
import { loadChunk } from '#client/chunk.ts';

/** Rejects with a ChunkLoadError. */
export async function loadSettings() {
	const [{ SettingsView }, texts] = await Promise.all([
		loadChunk(() => import('./settings/SettingsView.tsx')),
		loadTexts(),
	]);
	i18n.load(i18n.locale, texts);
	return SettingsView;
}

async function loadTexts() {
	const load = catalogs[i18n.locale];
	return load ? (await loadChunk(load)).messages : {};
}
