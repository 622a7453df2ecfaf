/**
 * Starts the agent desk: first the language, the address and the session, then the view, then
 * realtime while an agent is signed in.
 */
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { Provider } from 'jotai/react';
import { createStore } from 'jotai/vanilla';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { connectAgent } from './connectAgent.ts';
import { activateLocale } from './locale.ts';
import { connectAddress } from './common/route.ts';
import type { Store } from './common/store.ts';
import { addressLinkAtom, connectAddressLink } from './session/addressLink.ts';
import { takeLoginLink } from './session/loginLink.ts';
import { asksPasswordAtom } from './session/password.ts';
import { goOnFrom, resumeSession } from './session/session.ts';
import '#ui/attributes.css';
import '#ui/reset.css';
import '#ui/tolerateTranslation.ts';
import './theme.css';
import './select.css';
import { t } from '@lingui/core/macro';
import { unreadTotalAtom } from './conversations/conversations.ts';

/**
 * Draws the desk into `root`. A store serves one agent at most: the agent after them gets
 * another one, and finds there only what the device keeps for them. Resolves with how the present
 * store is read.
 */
export async function startDesk(root: HTMLElement): Promise<() => Store> {
	const taken = takeLoginLink();
	let count = 0;
	let store = begin();
	let endTitle: (() => void) | undefined;
	if (taken?.asksPassword) store.set(asksPasswordAtom, true);
	void store.set(resumeSession, taken?.link);
	await activateLocale();
	const view = createRoot(root);
	draw();
	return () => store;

	function begin(former?: Store): Store {
		const next = createStore();
		count += 1;
		if (former) {
			next.set(goOnFrom, former.get);
			next.set(addressLinkAtom, former.get(addressLinkAtom));
		}
		const ends = [connectAddressLink(next), connectAddress(next)];
		connectAgent(next, () => {
			for (const end of ends) end();
			store = begin(next);
			if (endTitle) draw();
		});
		return next;
	}

	function draw(): void {
		endTitle?.();
		endTitle = connectTitle(store);
		view.render(
			<StrictMode>
				<Provider key={count} store={store}>
					<I18nProvider i18n={i18n}>
						<App />
					</I18nProvider>
				</Provider>
			</StrictMode>,
		);
	}
}

/**
 * Keeps the number of unread messages in the tab's title and on the installed desk's icon, for an
 * agent in another window. Returns the undo.
 */
function connectTitle(store: Store): () => void {
	const show = (): void => {
		const count = store.get(unreadTotalAtom);
		const name = t`Agent desk`;
		document.title = count > 0 ? `(${count}) ${name}` : name;
		// Only some systems have badges, and a browser may deny them.
		navigator.setAppBadge?.(count).catch(() => {});
	};
	show();
	return store.sub(unreadTotalAtom, show);
}
