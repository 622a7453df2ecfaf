import type { DarkMode } from '#protocol/entities/darkMode.ts';

/**
 * Shows the light or the dark theme; `auto` follows the visitor's system, also while it changes.
 * Returns the undo.
 */
export function applyTheme(mode: DarkMode): () => void {
	const prefersDark = matchMedia('(prefers-color-scheme: dark)');
	const apply = () => {
		const isDark = mode === 'dark' || (mode === 'auto' && prefersDark.matches);
		const theme = isDark ? 'dark' : 'light';
		document.documentElement.dataset['theme'] = theme;
		// With this the browser's own canvas is dark as well, even before a style sheet has loaded.
		document.documentElement.style.colorScheme = theme;
	};
	apply();
	prefersDark.addEventListener('change', apply);
	return () => prefersDark.removeEventListener('change', apply);
}
