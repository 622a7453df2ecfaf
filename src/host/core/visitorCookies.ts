/**
 * Reads what the embedding page remembers of its visitor, as far as it matters before the visitor
 * shows interest. The visitor token is in `cw_conversation`, as in Chatwoot, for the first channel
 * that needs that cookie; where it holds the token of another channel, this channel's token is in a
 * cookie whose name ends with the website token. This channel's server must not see the token of
 * another channel.
 */
import type { ChannelLook } from '#protocol/entities/channel.ts';
import type { VisitorFacts } from './hostState.ts';
import type { HostSettings } from './settings.ts';

export const TOKEN_COOKIE = 'cw_conversation';
/** Present while the frame keeps messages that the server does not have. */
export const OUTBOX_COOKIE = 'cw_outbox_pending';

/** The name of a cookie that is this channel's alone. */
export function ownCookie(name: string, { websiteToken }: HostSettings): string {
	return `${name}_${encodeURIComponent(websiteToken)}`;
}

/** The page's settings, and the channel once it is known. */
interface Known {
	settings: HostSettings;
	look: Pick<ChannelLook, 'inbox_id'> | undefined;
}

/**
 * The shared cookie counts once the channel is known, unless its token says that it is for another
 * channel.
 */
export function visitorToken({ settings, look }: Known): string | undefined {
	const own = readCookie(ownCookie(TOKEN_COOKIE, settings));
	if (own !== undefined || !look) return own;
	const shared = readCookie(TOKEN_COOKIE);
	return [undefined, look.inbox_id].includes(channelOf(shared)) ? shared : undefined;
}

/**
 * The token of the next frame. Undefined for an isolated frame: it has a token of its own, which is
 * not remembered.
 */
export function nextToken(state: Known & { visitor: VisitorFacts }): string | undefined {
	const { isIsolated, token } = state.visitor;
	return isIsolated ? undefined : (token ?? visitorToken(state));
}

/** Whether the channel of the shared token has to be determined before a frame is asked for. */
export function needsChannelForToken({ settings, look }: Known): boolean {
	return !look && readCookie(ownCookie(TOKEN_COOKIE, settings)) === undefined && readCookie(TOKEN_COOKIE) !== undefined;
}

/** Whether there may be messages to show or to send before the visitor asks for the chat. */
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
		// Cookies are denied, as in a sandboxed page, or another script has written this one: the
		// visitor is new here.
		return undefined;
	}
}
