import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { Provider } from 'jotai/react';
import { createStore } from 'jotai/vanilla';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyTheme } from '#ui/applyTheme.ts';
import '#ui/attributes.css';
import '#ui/reset.css';
import '#ui/theme.css';
import '#ui/tolerateTranslation.ts';
import { loadSurvey, surveyAtom, surveyId } from './survey.ts';
import { SurveyView } from './SurveyView.tsx';
import { catalogs } from 'catalogs:survey';
import { chooseLocale, languageTag, textDirection } from '#protocol/base/locales.ts';
import { loadChunk } from '#client/chunk.ts';

/** Shows the survey that a path such as `/survey/responses/<uuid>` names. Returns the undo. */
export async function showSurvey(container: HTMLElement, path: string): Promise<() => void> {
	const store = createStore();
	const uuid = surveyId(path);
	const undoTheme = applyTheme('auto');
	// The survey contains the channel's language.
	await store.set(loadSurvey, uuid);
	await showLocale(store.get(surveyAtom)?.locale);
	const root = createRoot(container);
	root.render(
		<StrictMode>
			<Provider store={store}>
				<I18nProvider i18n={i18n}>
					<SurveyView uuid={uuid} />
				</I18nProvider>
			</Provider>
		</StrictMode>,
	);
	return () => {
		root.unmount();
		undoTheme();
	};
}

/** Shows the language that `wish` names, or else English. Rejects with a ChunkLoadError. */
async function showLocale(wish: string | undefined): Promise<void> {
	const locale = chooseLocale(Object.keys(catalogs), wish);
	const load = catalogs[locale];
	if (!load) throw new Error(`No catalogue for ${locale}`);
	const { messages } = await loadChunk(load);
	i18n.loadAndActivate({ locale, locales: languageTag(locale), messages });
	document.documentElement.lang = languageTag(locale);
	document.documentElement.dir = textDirection(locale);
}
