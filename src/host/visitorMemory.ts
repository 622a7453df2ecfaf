/**
 * What the embedding page is told to remember of its visitor, in first-party cookies: browsers may deny the frame a storage
 * of its own (wire-contract 3.5). Written only when the frame tells something. Nothing throws where cookies are denied: the
 * page then remembers until it goes away.
 */
import { CAMPAIGN_SNOOZE, VISITOR_COOKIE_DAYS } from '#protocol/limits.ts';
import type { Host } from './host.ts';
import type { HostSettings } from './settings.ts';
import { channelOf, OUTBOX_COOKIE, ownCookie, readCookie, TOKEN_COOKIE, visitorToken } from './visitorCookies.ts';

/** Until when campaigns leave the visitor in peace, in milliseconds since the epoch. */
const SNOOZE_COOKIE = 'cw_snooze_campaigns_till';
/** The fingerprint of the user that the server has accepted, always with the website token behind it. */
export const USER_COOKIE = 'cw_user';

const VISITOR_SECONDS = VISITOR_COOKIE_DAYS * 86_400;

/** The token of the next frame. A frame that is apart has one of its own, which is nothing to remember. */
export function knownToken({ store, kept }: Host): string | undefined {
	return kept.isApart ? undefined : (kept.token ?? visitorToken(store.get()));
}

export function keepToken({ store, kept }: Host, token: string): void {
	if (kept.isApart) return;
	const { settings } = store.get();
	kept.token = token;
	const [shared, own] = [readCookie(TOKEN_COOKIE), ownCookie(TOKEN_COOKIE, settings)];
	const isAnothers = shared !== undefined && channelOf(shared) !== channelOf(token);
	write(settings, isAnothers ? own : TOKEN_COOKIE, token);
	if (!isAnothers && readCookie(own) !== undefined) remove(settings, own);
}

/** As this channel's alone. */
export function keepOwnToken({ store }: Host, token: string): void {
	const { settings } = store.get();
	write(settings, ownCookie(TOKEN_COOKIE, settings), token);
}

export function markOutbox({ store }: Host, isPending: boolean): void {
	const { settings } = store.get();
	const name = ownCookie(OUTBOX_COOKIE, settings);
	if (isPending) write(settings, name, '1');
	else if (readCookie(name) !== undefined) remove(settings, name);
}

/** Milliseconds since the epoch, or undefined. */
export function campaignsSnoozedTill(): number | undefined {
	const till = Number(readCookie(SNOOZE_COOKIE));
	return till > 0 ? till : undefined;
}

export function snoozeCampaigns({ store }: Host): void {
	write(store.get().settings, SNOOZE_COOKIE, String(Date.now() + CAMPAIGN_SNOOZE), CAMPAIGN_SNOOZE / 1_000);
}

/** The user that the server has accepted, by fingerprint. */
export function keepUser({ store, kept }: Host, print: string): void {
	const { settings } = store.get();
	kept.print = print;
	write(settings, ownCookie(USER_COOKIE, settings), print);
}

export function forgetUser({ store, kept }: Host): void {
	const { settings } = store.get();
	kept.print = undefined;
	const name = ownCookie(USER_COOKIE, settings);
	if (readCookie(name) !== undefined) remove(settings, name);
}

/** Takes away every cookie that this channel has written. */
export function forgetVisitor(host: Host): void {
	const { kept, store } = host;
	const { settings } = store.get();
	const token = knownToken(host);
	forgetUser(host);
	kept.token = undefined;
	kept.user = undefined;
	if (token !== undefined && readCookie(TOKEN_COOKIE) === token) remove(settings, TOKEN_COOKIE);
	for (const name of [TOKEN_COOKIE, OUTBOX_COOKIE]) remove(settings, ownCookie(name, settings));
	remove(settings, SNOOZE_COOKIE);
}

/** For the whole `base-domain`, or where the browser does not take that, for this host. */
function write(settings: HostSettings, name: string, value: string, maxAge = VISITOR_SECONDS): void {
	const { baseDomain } = settings;
	if (baseDomain) {
		// One of each would hide the other.
		put(name, '', 0);
		put(name, value, maxAge, baseDomain);
		if (readCookie(name) === value) return;
	}
	put(name, value, maxAge);
}

function remove({ baseDomain }: HostSettings, name: string): void {
	put(name, '', 0);
	if (baseDomain) put(name, '', 0, baseDomain);
}

/** @param maxAge seconds; 0 removes the cookie */
function put(name: string, value: string, maxAge: number, domain?: string): void {
	const place = domain ? `; Domain=${domain}` : '';
	const secure = location.protocol === 'https:' ? '; Secure' : '';
	try {
		document.cookie = `${name}=${encodeURIComponent(value)}; Max-Age=${maxAge}; Path=/; SameSite=Lax${place}${secure}`;
	} catch {
		// Denied: then the visitor is new on the next page.
	}
}
