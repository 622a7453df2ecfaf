/**
 * What the embedding page remembers of its visitor, as far as it matters before anybody shows interest. The visitor token is in
 * `cw_conversation`, as in Chatwoot, for the first channel that needs it; where that is another channel's, it is
 * in a cookie that ends with the website token. Another channel's is nothing that this channel's server is to see.
 */
import type { ChannelLook } from '#protocol/channel.ts';
import type { VisitorFacts } from './hostState.ts';
import type { HostSettings } from './settings.ts';

export const TOKEN_COOKIE = 'cw_conversation';
/** Present while the frame keeps messages that the server does not have. */
export const OUTBOX_COOKIE = 'cw_outbox_pending';

/** The name of a cookie that is this channel's alone. */
export function ownCookie(name: string, { websiteToken }: HostSettings): string {
	return `${name}_${encodeURIComponent(websiteToken)}`;
}

/** What the host knows of its channel. */
interface Known {
	settings: HostSettings;
	look: Pick<ChannelLook, 'inbox_id'> | undefined;
}

/** The shared one counts once the channel is known, and unless it says that it is for another. */
export function visitorToken({ settings, look }: Known): string | undefined {
	const own = readCookie(ownCookie(TOKEN_COOKIE, settings));
	if (own !== undefined || !look) return own;
	const shared = readCookie(TOKEN_COOKIE);
	return [undefined, look.inbox_id].includes(channelOf(shared)) ? shared : undefined;
}

/** The token of the next frame. A frame that is apart has one of its own, which is nothing to remember. */
export function nextToken(state: Known & { visitor: VisitorFacts }): string | undefined {
	const { isApart, token } = state.visitor;
	return isApart ? undefined : (token ?? visitorToken(state));
}

/** Whether whose the shared token is has to be known before a frame is asked for. */
export function isTokenUnclear({ settings, look }: Known): boolean {
	return !look && readCookie(ownCookie(TOKEN_COOKIE, settings)) === undefined && readCookie(TOKEN_COOKIE) !== undefined;
}

/** Whether there may be something to show or to send without this visitor asking for it. */
export function hasVisitor(known: Known): boolean {
	return Boolean(visitorToken(known) ?? readCookie(ownCookie(OUTBOX_COOKIE, known.settings)));
}

/** The inbox that a visitor token is for, as the token itself says; undefined for anything else. */
export function channelOf(token = ''): number | undefined {
	try {
		const [, payload = ''] = token.split('.');
		return (JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { inbox_id?: number }).inbox_id;
	} catch {
		return undefined;
	}
}

export function readCookie(name: string): string | undefined {
	try {
		const entry = document.cookie.split('; ').find((candidate) => candidate.startsWith(`${name}=`));
		return entry && decodeURIComponent(entry.slice(name.length + 1));
	} catch {
		// Denied, as in a sandboxed page, or written by somebody else: the visitor is new here.
		return undefined;
	}
}
