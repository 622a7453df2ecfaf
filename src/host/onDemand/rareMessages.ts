/** What the host does about the messages that few frames send. Loaded with the first of them. */
import { decodeMessage } from '#protocol/frame/frameMessages.ts';
import { RareToHost } from '#protocol/frame/rareToHost.ts';
import type { Frame } from '../core/frame.ts';
import type { HostApi } from '../core/hostApi.ts';
import { answerFrame } from './askPage.ts';
import { endUser, renewIdentity } from './identityProvider.ts';
import { handleNotifications } from './notifications.ts';

/** Answers whether it is such a message. */
export function handleLate(frame: Frame, host: HostApi, data: unknown): boolean {
	const message = decodeMessage(RareToHost, data);
	if (message?.event === 'notifications') handleNotifications(frame, host, message);
	else if (message?.event === 'identityExpired') renewIdentity(host);
	else if (message?.event === 'signedOut') endUser(host);
	else if (message?.event === 'happened') tellHappening(frame, host, message);
	else if (message) void answerFrame(frame, host, message);
	return message !== undefined;
}

/** The article that was shown last in this page, and the frame that showed it. */
let shown: { slug: unknown; frame: Frame } | undefined;

/** Dispatches what the frame tells for pages that count. */
function tellHappening(
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
