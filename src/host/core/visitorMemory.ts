/**
 * What the embedding page remembers of its visitor, in first-party cookies: browsers may deny the
 * frame a storage of its own (docs/wire.md, Cookies and storage). Cookies are written only when the
 * frame reports something. Nothing throws where cookies are denied: the page then remembers until
 * it is unloaded.
 */
import { CAMPAIGN_SNOOZE } from '#protocol/base/limits.ts';
import type { HostApi } from './hostApi.ts';
import type { VisitorFacts } from './hostState.ts';
import type { HostSettings } from './settings.ts';
import { storedOpenState, openStateKey } from './openState.ts';
import { channelOf, nextToken, OUTBOX_COOKIE, ownCookie, readCookie, TOKEN_COOKIE } from './visitorCookies.ts';

/** The host page's copy of the visitor token lives this many days. */
const VISITOR_COOKIE_DAYS = 365;

/** Until when campaigns are not shown to the visitor, in milliseconds since the epoch. */
const SNOOZE_COOKIE = 'cw_snooze_campaigns_till';
/**
 * The fingerprint of the user that the server has accepted, always with the website token behind
 * it.
 */
const USER_COOKIE = 'cw_user';

const VISITOR_SECONDS = VISITOR_COOKIE_DAYS * 86_400;

/** Returns the memory of the host's visitor. */
export function memoryOf({ visitor }: HostApi): VisitorMemory {
	return new VisitorMemory(visitor);
}

/** The only class that writes what is known of the visitor: in this page, and in its cookies. */
export class VisitorMemory {
	readonly #state: HostApi['visitor'];

	constructor(state: HostApi['visitor']) {
		this.#state = state;
	}

	get #known(): VisitorFacts {
		return this.#state.get().visitor;
	}

	#update(change: VisitorFacts): void {
		this.#state.set({ visitor: { ...this.#known, ...change } });
	}

	/**
	 * The token of the next frame. Undefined for an isolated frame: it has a token of its own,
	 * which is not remembered.
	 */
	get token(): string | undefined {
		return nextToken(this.#state.get());
	}

	/** The last user that the page has set, unless the server has refused them. */
	get user(): VisitorFacts['user'] {
		return this.#known.user;
	}

	/**
	 * Another window has given the browser another visitor: the frame is isolated from them until
	 * the page sets its user again.
	 */
	get isIsolated(): boolean {
		return this.#known.isIsolated === true;
	}

	keepToken(token: string): void {
		if (this.isIsolated) return;
		this.#update({ token, isForgotten: false });
		const [shared, own] = [readCookie(TOKEN_COOKIE), ownCookie(TOKEN_COOKIE, this.#settings)];
		const isAnothers = shared !== undefined && channelOf(shared) !== channelOf(token);
		this.#write(isAnothers ? own : TOKEN_COOKIE, token);
		if (!isAnothers && readCookie(own) !== undefined) this.#remove(own);
	}

	/** Stores the token in the cookie that only this channel has. */
	keepOwnToken(token: string): void {
		this.#write(ownCookie(TOKEN_COOKIE, this.#settings), token);
	}

	/** What the page wants to be asked who its user is. */
	get provider(): VisitorFacts['provider'] {
		return this.#known.provider;
	}

	keepProvider(provider: VisitorFacts['provider']): void {
		this.#update({ provider });
	}

	/** The page has set this user. */
	noteUser(user: VisitorFacts['user']): void {
		this.#update({ user });
	}

	/**
	 * The server has refused the user. The page may have set another one since; that one is kept.
	 */
	dropUser(identifier = this.user?.identifier): void {
		if (this.user?.identifier === identifier) this.#update({ user: undefined });
	}

	/** Whether the server has accepted this user, and the token of the next frame is theirs. */
	isAccepted(print: string): boolean {
		const known = this.#known.print ?? readCookie(ownCookie(USER_COOKIE, this.#settings));
		return known === print && this.token !== undefined;
	}

	/** The server has accepted the user with this fingerprint. */
	acceptUser(print: string): void {
		this.#update({ print });
		this.#write(ownCookie(USER_COOKIE, this.#settings), print);
	}

	/** From now on no user counts as accepted. */
	forgetAccepted(): void {
		this.#update({ print: undefined });
		const name = ownCookie(USER_COOKIE, this.#settings);
		if (readCookie(name) !== undefined) this.#remove(name);
	}

	/**
	 * Another window has given the browser another visitor. If this page has set a user, its frame
	 * is isolated from that visitor, who has the cookies.
	 */
	separate(): void {
		this.#state.set({ visitor: { isIsolated: this.user !== undefined, provider: this.provider } });
	}

	/** The page has set its user again. */
	rejoin(): void {
		this.#update({ isIsolated: false });
	}

	/** Takes away all that this channel has stored in the page. */
	forget(): void {
		const { token } = this;
		this.forgetAccepted();
		this.#update({ token: undefined, user: undefined, provider: undefined, isForgotten: true });
		if (token !== undefined && readCookie(TOKEN_COOKIE) === token) this.#remove(TOKEN_COOKIE);
		for (const name of [TOKEN_COOKIE, OUTBOX_COOKIE]) this.#remove(ownCookie(name, this.#settings));
		this.#remove(SNOOZE_COOKIE);
		if (storedOpenState(this.#settings)) sessionStorage.removeItem(openStateKey(this.#settings));
	}

	/**
	 * Remembers for the tab's next page whether the chat is open. A chat that covers the page
	 * begins closed there.
	 */
	keepOpen(): void {
		const { settings, isOpen, isMobile, isHidden } = this.#state.get();
		if (isHidden || this.#known.isForgotten || settings.mode !== 'floating' || !(isOpen || storedOpenState(settings)))
			return;
		try {
			sessionStorage[openStateKey(settings)] = isOpen && !isMobile ? 'open' : 'closed';
		} catch {
			// The browser denies the page its storage: the chat is closed on the next page.
		}
	}

	markOutbox(isPending: boolean): void {
		const name = ownCookie(OUTBOX_COOKIE, this.#settings);
		if (isPending) this.#write(name, '1');
		else if (readCookie(name) !== undefined) this.#remove(name);
	}

	/** Milliseconds since the epoch, or undefined. */
	get campaignsSnoozedTill(): number | undefined {
		const till = Number(readCookie(SNOOZE_COOKIE));
		return till > 0 ? till : undefined;
	}

	snoozeCampaigns(): void {
		this.#write(SNOOZE_COOKIE, String(Date.now() + CAMPAIGN_SNOOZE), CAMPAIGN_SNOOZE / 1_000);
	}

	get #settings(): HostSettings {
		return this.#state.get().settings;
	}

	/**
	 * Writes the cookie for the whole `base-domain`, or for this host alone where the browser
	 * refuses that.
	 */
	#write(name: string, value: string, maxAge = VISITOR_SECONDS): void {
		const { baseDomain } = this.#settings;
		if (baseDomain) {
			// With a cookie for the host and one for the domain, one would hide the other.
			writeCookie(name, '', 0);
			writeCookie(name, value, maxAge, baseDomain);
			if (readCookie(name) === value) return;
		}
		writeCookie(name, value, maxAge);
	}

	#remove(name: string): void {
		const { baseDomain } = this.#settings;
		writeCookie(name, '', 0);
		if (baseDomain) writeCookie(name, '', 0, baseDomain);
	}
}

/** @param maxAge seconds; 0 removes the cookie */
function writeCookie(name: string, value: string, maxAge: number, domain?: string): void {
	const place = domain ? `; Domain=${domain}` : '';
	const secure = location.protocol === 'https:' ? '; Secure' : '';
	try {
		document.cookie = `${name}=${encodeURIComponent(value)}; Max-Age=${maxAge}; Path=/; SameSite=Lax${place}${secure}`;
	} catch {
		// Cookies are denied: then the visitor is new on the next page.
	}
}
