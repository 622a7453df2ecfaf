import { useSyncExternalStore } from 'react';

/** The theme that the document shows now (`applyTheme`). */
export function useTheme(): 'light' | 'dark' {
	return useSyncExternalStore(watch, () => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'));
}

function watch(onChange: () => void): () => void {
	const observer = new MutationObserver(onChange);
	observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
	return () => observer.disconnect();
}
