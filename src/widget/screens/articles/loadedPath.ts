/**
 * The path of the page that a frame of ours shows, or undefined when it shows an error. Browsers
 * fire no `error` event for frames. The error page that a browser shows instead is of another
 * origin, so its document cannot be accessed; a page of our server tells its status by its
 * performance entry. So no page is requested twice, and no view is counted twice.
 */
export function loadedPath(frame: HTMLIFrameElement): string | undefined {
	try {
		const page = frame.contentWindow;
		// Older Safari does not tell the status: there, the text of our server's error page is
		// compared.
		const [navigation] = (page?.performance.getEntriesByType('navigation') ?? []) as PerformanceNavigationTiming[];
		return (navigation?.responseStatus ?? 200) < 400 ? page?.location.pathname : undefined;
	} catch {
		// The document is of another origin: our page failed to load.
		return undefined;
	}
}
