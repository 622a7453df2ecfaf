/** React and every view, loaded once something is to be seen. */
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { Provider } from 'jotai/react';
import type { createStore } from 'jotai/vanilla';
import { createRoot } from 'react-dom/client';
import '../ui/theme.css';
import { App } from './App.tsx';

/** Draws what the models on `store` say into `container`. Returns the undo. */
export function mount(container: HTMLElement, store: ReturnType<typeof createStore>): () => void {
	const root = createRoot(container);
	root.render(
		<Provider store={store}>
			<I18nProvider i18n={i18n}>
				<App />
			</I18nProvider>
		</Provider>,
	);
	return () => root.unmount();
}
