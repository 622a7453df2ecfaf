/**
 * Closes a window that was opened for a call that failed. A window that already showed a chat
 * stays: it is the visitor's.
 */
export function closeUnusedWindow(opened: Window | null): void {
	try {
		if (opened?.location.href === 'about:blank') opened.close();
	} catch {
		// It shows another site, so it is in use.
	}
}
