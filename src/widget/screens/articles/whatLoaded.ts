/**
 * The path of what a frame of ours shows, or undefined when that is an error. Browsers fire no `error` for frames. What they
 * show instead of a page that they could not get belongs to no site, so it cannot be looked into; and a page of our server
 * says with which status it came. So nothing is fetched twice, and no reader counted twice.
 */
export function whatLoaded(frame: HTMLIFrameElement): string | undefined {
	try {
		const page = frame.contentWindow;
		// Older Safari does not tell the status: the server's own words then stand for the error.
		const [navigation] = (page?.performance.getEntriesByType('navigation') ?? []) as PerformanceNavigationTiming[];
		return (navigation?.responseStatus ?? 200) < 400 ? page?.location.pathname : undefined;
	} catch {
		// A foreign page: ours refused to be loaded.
		return undefined;
	}
}
