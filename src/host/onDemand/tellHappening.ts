/** Dispatches what the frame tells for pages that count. */
import type { RareToHost } from '#protocol/frame/rareToHost.ts';
import type { Frame } from '../core/frame.ts';
import type { HostApi } from '../core/hostApi.ts';

/** The article that was shown last in this page, and the frame that showed it. */
let shown: { slug: unknown; frame: Frame } | undefined;

export function tellHappening(
	frame: Frame,
	host: HostApi,
	{ name, detail }: Extract<RareToHost, { event: 'happened' }>,
): void {
	if (name === 'article-shown') {
		const before = shown;
		shown = { slug: detail?.['slug'], frame };
		// A frame that goes on where the one before it was draws the same article once more.
		if (before?.slug === shown.slug && before?.frame !== frame && /[?&]resume=/.test(frame.address)) return;
	}
	// The frame pairs each event with its detail.
	host.emit(name, (detail ?? null) as never);
}
