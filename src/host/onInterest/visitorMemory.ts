/**
 * What the embedding page is told to remember of its visitor, in first-party cookies: browsers may deny the frame a storage
 * of its own (docs/wire.md, Cookies and storage). Written only when the frame tells something. Nothing throws where cookies are denied: the
 * page then remembers until it goes away.
 */
import type { UserFacts } from '#protocol/hostToFrame.ts';
import { CAMPAIGN_SNOOZE, VISITOR_COOKIE_DAYS } from '#protocol/limits.ts';
import type { Host, HostState } from '../core/host.ts';
import type { HostSettings } from '../core/settings.ts';
import type { Store } from '../core/store.ts';
import { channelOf, OUTBOX_COOKIE, ownCookie, readCookie, TOKEN_COOKIE, visitorToken } from '../core/visitorCookies.ts';

/** Until when campaigns leave the visitor in peace, in milliseconds since the epoch. */
const SNOOZE_COOKIE = 'cw_snooze_campaigns_till';
/** The fingerprint of the user that the server has accepted, always with the website token behind it. */
const USER_COOKIE = 'cw_user';

const VISITOR_SECONDS = VISITOR_COOKIE_DAYS * 86_400;

/** A user whom the page has told. */
interface User {
	identifier: string;
	facts: UserFacts;
}

/** That of the host's visitor, made when there is something to remember. */
export function memoryOf(host: Host): VisitorMemory {
	return (host.memory ??= new VisitorMemory(host.store));
}

/** The only one that writes what is known of the visitor: in this page, and in its cookies. */
export class VisitorMemory {
	readonly #store: Store<HostState>;
	#token: string | undefined;
	#user: User | undefined;
	/** The fingerprint of the user whom the server has accepted. */
	#print: string | undefined;
	#isApart = false;

	/** @param before the memory of a tag that this one takes the place of */
	constructor(store: Store<HostState>, before?: VisitorMemory) {
		this.#store = store;
		if (!before) return;
		this.#token = before.#token;
		this.#user = before.#user;
		this.#print = before.#print;
		this.#isApart = before.#isApart;
	}

	/** The token of the next frame. A frame that is apart has one of its own, which is nothing to remember. */
	get token(): string | undefined {
		return this.#isApart ? undefined : (this.#token ?? visitorToken(this.#store.get()));
	}

	/** The last user whom the page has told, unless the server has refused them. */
	get user(): User | undefined {
		return this.#user;
	}

	/** Another window has made the browser's visitor somebody else: the frame is apart until the page tells its user again. */
	get isApart(): boolean {
		return this.#isApart;
	}

	keepToken(token: string): void {
		if (this.#isApart) return;
		this.#token = token;
		const [shared, own] = [readCookie(TOKEN_COOKIE), ownCookie(TOKEN_COOKIE, this.#settings)];
		const isAnothers = shared !== undefined && channelOf(shared) !== channelOf(token);
		this.#write(isAnothers ? own : TOKEN_COOKIE, token);
		if (!isAnothers && readCookie(own) !== undefined) this.#remove(own);
	}

	/** As this channel's alone. */
	keepOwnToken(token: string): void {
		this.#write(ownCookie(TOKEN_COOKIE, this.#settings), token);
	}

	/** The page has told this user. */
	noteUser(user: User): void {
		this.#user = user;
	}

	/** The server has refused the user; another one may have been told since. */
	dropUser(identifier = this.#user?.identifier): void {
		if (this.#user?.identifier === identifier) this.#user = undefined;
	}

	/** The server knows this user, and knows the visitor of the next frame to be that one. */
	isAccepted(print: string): boolean {
		const known = this.#print ?? readCookie(ownCookie(USER_COOKIE, this.#settings));
		return known === print && this.token !== undefined;
	}

	/** The server has accepted the user with this fingerprint. */
	acceptUser(print: string): void {
		this.#print = print;
		this.#write(ownCookie(USER_COOKIE, this.#settings), print);
	}

	/** No user counts as accepted. */
	forgetAccepted(): void {
		this.#print = undefined;
		const name = ownCookie(USER_COOKIE, this.#settings);
		if (readCookie(name) !== undefined) this.#remove(name);
	}

	/** The browser's visitor has become somebody else. Who was told a user is apart from them; the cookies are theirs. */
	separate(): void {
		this.#isApart = this.#user !== undefined;
		this.#token = undefined;
		this.#user = undefined;
		this.#print = undefined;
	}

	/** The page has told its user again. */
	rejoin(): void {
		this.#isApart = false;
	}

	/** Takes away every cookie that this channel has written. */
	forget(): void {
		const { token } = this;
		this.forgetAccepted();
		this.#token = undefined;
		this.#user = undefined;
		if (token !== undefined && readCookie(TOKEN_COOKIE) === token) this.#remove(TOKEN_COOKIE);
		for (const name of [TOKEN_COOKIE, OUTBOX_COOKIE]) this.#remove(ownCookie(name, this.#settings));
		this.#remove(SNOOZE_COOKIE);
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
		return this.#store.get().settings;
	}

	/** For the whole `base-domain`, or where the browser does not take that, for this host. */
	#write(name: string, value: string, maxAge = VISITOR_SECONDS): void {
		const { baseDomain } = this.#settings;
		if (baseDomain) {
			// One of each would hide the other.
			put(name, '', 0);
			put(name, value, maxAge, baseDomain);
			if (readCookie(name) === value) return;
		}
		put(name, value, maxAge);
	}

	#remove(name: string): void {
		const { baseDomain } = this.#settings;
		put(name, '', 0);
		if (baseDomain) put(name, '', 0, baseDomain);
	}
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
