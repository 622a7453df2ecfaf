/**
 * Starts the agent desk: first the language, the address and the session, then the view, then realtime while an agent is
 * signed in.
 */
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { Provider } from 'jotai/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { connectAgent } from './connectAgent.ts';
import { activateLocale } from './locale.ts';
import { connectAddress } from './common/route.ts';
import type { Store } from './common/store.ts';
import { connectAddressLink } from './session/addressLink.ts';
import { takeLoginLink } from './session/loginLink.ts';
import { asksPasswordAtom } from './session/password.ts';
import { resumeSession } from './session/session.ts';
import { connectTitle } from './title.ts';
import '#ui/attributes.css';
import '#ui/reset.css';
import '#ui/tolerateTranslation.ts';
import './theme.css';
import './select.css';

/** Draws the desk into `root`. All its state is in `store`. */
export async function startDesk(root: HTMLElement, store: Store): Promise<void> {
	const taken = takeLoginLink();
	if (taken?.asksPassword) store.set(asksPasswordAtom, true);
	connectAddressLink(store);
	connectAddress(store);
	connectAgent(store);
	void store.set(resumeSession, taken?.link);
	await activateLocale();
	connectTitle(store);
	createRoot(root).render(
		<StrictMode>
			<Provider store={store}>
				<I18nProvider i18n={i18n}>
					<App />
				</I18nProvider>
			</Provider>
		</StrictMode>,
	);
}
