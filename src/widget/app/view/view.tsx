/** React and every view, loaded once they are needed. */
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { Provider } from 'jotai/react';
import { createRoot } from 'react-dom/client';
import { StartAgain } from '#ui/ErrorBoundary.tsx';
import { requestedArticleAtom } from '../../features/articles/requestedArticle.ts';
import '#ui/attributes.css';
import '#ui/reset.css';
import '#ui/theme.css';
import '#ui/tolerateTranslation.ts';
import { App } from './App.tsx';
import { moveTo, routeAtom } from '../routing/route.ts';
import type { Store } from '../routing/store.ts';
import { hostAtom } from '../../features/host/host.ts';
import { askToClose } from '../routing/navigate.ts';
import { atom } from 'jotai/vanilla';
import { seeMessages, unreadCountAtom } from '../../features/unread/unread.ts';

/**
 * Draws the models on `store` into `container`; `startAgain` begins with a new document. Returns
 * the undo.
 */
export function mount(container: HTMLElement, store: Store, startAgain: () => void): () => void {
	const root = createRoot(container);
	root.render(
		<Provider store={store}>
			<I18nProvider i18n={i18n}>
				<StartAgain value={startAgain}>
					<App />
				</StartAgain>
			</I18nProvider>
		</Provider>,
	);
	// Reading and the keyboard only matter once views are shown.
	const undos = [connectReading(store), connectKeyboard(store)];
	// Components deep within messages ask for these; the handlers are connected here because only
	// views can ask.
	undos.push(
		store.sub(requestedArticleAtom, () => {
			const request = store.get(requestedArticleAtom);
			if (request) store.set(moveTo, 'article-viewer', { link: request.path });
		}),
	);
	return () => {
		undos.forEach((undo) => undo());
		root.unmount();
	};
}

/**
 * Escape closes the panel, unless it ends a composition of an input method. A window of the chat's
 * own stays open. Returns the undo.
 */
function connectKeyboard(store: Store): () => void {
	const handle = (event: KeyboardEvent) => {
		if (event.key === 'Escape' && !event.isComposing && store.get(hostAtom).isPresent) store.set(askToClose);
	};
	document.addEventListener('keydown', handle);
	return () => document.removeEventListener('keydown', handle);
}

/** Marks unread messages as read when the visitor sees them. Returns the undo. */
function connectReading(store: Store): () => void {
	const isReadingAtom = atom((get) => get(hostAtom).isOpen && get(routeAtom) === 'messages');
	const see = () => {
		if (store.get(isReadingAtom) && document.visibilityState === 'visible') store.set(seeMessages);
	};
	const undos = [store.sub(isReadingAtom, see), store.sub(unreadCountAtom, see)];
	document.addEventListener('visibilitychange', see);
	see();
	return () => {
		undos.forEach((undo) => undo());
		document.removeEventListener('visibilitychange', see);
	};
}
