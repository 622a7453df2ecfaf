import { VISITOR_COOKIE_DAYS } from '#protocol/limits.ts';

/** The visitor token. */
const TOKEN = 'cw_conversation';
/** Present while the frame keeps messages that the server does not have. */
const OUTBOX = 'cw_outbox_pending';

const SECONDS_PER_DAY = 86_400;

/**
 * What the embedding page remembers of its visitor, in first-party cookies: browsers may deny the frame a storage of its own
 * (wire-contract 3.5). Written only when the frame tells something, and nothing throws where cookies are denied.
 */
export const visitorMemory = {
	get token(): string | undefined {
		return read(TOKEN);
	},

	/** Whether there may be something to show or to send without this visitor asking for it. */
	get hasVisitor(): boolean {
		return Boolean(read(TOKEN) ?? read(OUTBOX));
	},

	keepToken(token: string): void {
		write(TOKEN, token, VISITOR_COOKIE_DAYS * SECONDS_PER_DAY);
	},

	markOutbox(isPending: boolean): void {
		if (isPending) write(OUTBOX, '1', VISITOR_COOKIE_DAYS * SECONDS_PER_DAY);
		else if (read(OUTBOX)) write(OUTBOX, '', 0);
	},

	forget(): void {
		write(TOKEN, '', 0);
		write(OUTBOX, '', 0);
	},
};

function read(name: string): string | undefined {
	try {
		const entry = document.cookie.split('; ').find((candidate) => candidate.startsWith(`${name}=`));
		return entry && decodeURIComponent(entry.slice(name.length + 1));
	} catch {
		// Denied, as in a sandboxed page, or written by somebody else: the visitor is new here.
		return undefined;
	}
}

/** @param maxAge seconds; 0 removes the cookie */
function write(name: string, value: string, maxAge: number): void {
	const secure = location.protocol === 'https:' ? '; Secure' : '';
	try {
		document.cookie = `${name}=${encodeURIComponent(value)}; Max-Age=${maxAge}; Path=/; SameSite=Lax${secure}`;
	} catch {
		// Denied: then the visitor is new on the next page.
	}
}
