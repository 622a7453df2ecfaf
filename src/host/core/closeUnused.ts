/** A window that was opened in vain. One that shows a chat since it was opened before is the visitor's. */
export function closeUnused(opened: Window | null): void {
	try {
		if (opened?.location.href === 'about:blank') opened.close();
	} catch {
		// It is on another site, and so in use.
	}
}
