/** Loads the settings, the first run and the reports, which agents seldom open, and their texts. */
import { i18n } from '@lingui/core';
import { catalogs } from 'catalogs:settings';
import { loadChunk } from '#client/chunk.ts';

/** Rejects with a ChunkLoadError. */
export async function loadSettings() {
	return (await withTexts(() => import('./settings/SettingsView.tsx'))).SettingsView;
}

/** Rejects with a ChunkLoadError. */
export async function loadReports() {
	return (await withTexts(() => import('./reports/ReportsView.tsx'))).ReportsView;
}

/** Rejects with a ChunkLoadError. */
export async function loadFirstRun() {
	return (await withTexts(() => import('./settings/firstRun/FirstRunView.tsx'))).FirstRunView;
}

/** Rejects with a ChunkLoadError. */
export async function loadFirstAdministrator() {
	return (await withTexts(() => import('./settings/firstRun/FirstAdministratorView.tsx'))).FirstAdministratorView;
}

async function withTexts<T>(load: () => Promise<T>): Promise<T> {
	const [chunk, texts] = await Promise.all([loadChunk(load), loadTexts()]);
	i18n.load(i18n.locale, texts);
	return chunk;
}

async function loadTexts() {
	const load = catalogs[i18n.locale];
	return load ? (await loadChunk(load)).messages : {};
}
