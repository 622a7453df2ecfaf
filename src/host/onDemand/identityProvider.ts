/**
 * Asks the page's `identityProvider` who the visitor is: once the chat loads, and again before what
 * it said expires.
 */
import type { Call } from '../core/calls.ts';
import type { HostApi } from '../core/hostApi.ts';
import { HostError } from '../core/hostEvents.ts';
import type { Identity, IdentityProvider } from '../core/identity.ts';
import { memoryOf } from '../core/visitorMemory.ts';

/** Milliseconds before a user's token expires at which the page is asked for the next one. */
export const IDENTITY_RENEWAL = 60_000;

/** The longest time that a browser's timer can wait. */
const TIMER_MAX = 2 ** 31 - 1;

const renewals = new WeakMap<HostApi, ReturnType<typeof setTimeout>>();
/**
 * How many tokens in a row were about to expire when they came. The visitor's clock may be ahead:
 * each time the page is left alone for twice as long, and where that is too long, the server asks
 * for another proof.
 */
const shortLivedTokenCount = new WeakMap<HostApi, number>();

/** Ends the call once the provider has answered, and the server has accepted the user. */
export function askProvider(host: HostApi, call: Call, provider: IdentityProvider): void {
	memoryOf(host).keepProvider(provider);
	whenFrameExists(host, () => {
		if (!host.calls.has(call) || memoryOf(host).provider !== provider) return call.resolve();
		identify(host, provider).then(call.resolve, (error: unknown) => {
			void release(host);
			if (error instanceof HostError) return call.reject(error);
			const refused = new HostError('SET_USER_ERROR', `identityProvider failed: ${String(error)}`);
			host.report(refused);
			call.reject(refused);
		});
	});
}

/**
 * The server wants the user proven again. Where the page cannot do that, the frame goes on without
 * them.
 */
export function renewIdentity(host: HostApi): void {
	// The call that is under way proves them, or fails.
	if (host.calls.isSettingUser) return;
	if (!memoryOf(host).provider) return void release(host);
	// A page that gives what it gave before is refused, instead of being told that nothing has
	// changed.
	memoryOf(host).forgetAccepted();
	identifyAgain(host);
}

/** The frame has left the user: from now on the page remembers none. */
export function endUser(host: HostApi): void {
	const memory = memoryOf(host);
	const { provider } = memory;
	clearTimeout(renewals.get(host));
	memory.forget();
	memory.keepProvider(provider);
}

function identifyAgain(host: HostApi): void {
	const { provider } = memoryOf(host);
	if (provider) void host.call('setUser', [provider]);
}

/** Waits for the frame: a visitor who shows no interest is not asked for. */
function whenFrameExists(host: HostApi, act: () => void): void {
	const isWanted = () => host.store.get().frameState !== 'none' || host.life === undefined;
	if (isWanted()) return act();
	const undo = host.store.subscribe(() => {
		if (!isWanted()) return;
		undo();
		act();
	});
}

async function identify(host: HostApi, provider: IdentityProvider): Promise<void> {
	const said = await provider();
	if (memoryOf(host).provider !== provider) return;
	if (!said) {
		clearTimeout(renewals.get(host));
		return release(host, true);
	}
	const { identifier, ...facts } = said;
	renewInTime(host, said);
	await host.call('setUser', [identifier ?? subjectOf(said), facts]);
}

/**
 * The frame waits no longer for a user. Resolves when it has been told, which is not before it
 * listens: until then it shows no conversation.
 *
 * @param isSignedOut whether the page has said that no user is signed in
 */
async function release(host: HostApi, isSignedOut = false): Promise<void> {
	try {
		await host.call();
	} catch {
		// The frame is gone, and waits for no user.
		return;
	}
	host.store.get().frame?.link?.post({ event: 'config-set', awaitsUser: false, ...(isSignedOut && { isSignedOut }) });
}

function renewInTime(host: HostApi, { jwt }: Identity): void {
	clearTimeout(renewals.get(host));
	const { exp } = readClaims(jwt);
	if (typeof exp !== 'number') return;
	const left = exp * 1000 - Date.now() - IDENTITY_RENEWAL;
	const count = left < IDENTITY_RENEWAL / 10 ? (shortLivedTokenCount.get(host) ?? 0) : -1;
	shortLivedTokenCount.set(host, count + 1);
	const pause = count < 0 ? left : (IDENTITY_RENEWAL / 10) * 2 ** count;
	const timer = setTimeout(() => void renew(), Math.min(pause, TIMER_MAX));
	renewals.set(host, timer);
	host.life?.addEventListener('abort', () => clearTimeout(timer), { once: true });

	/**
	 * What a call that is still under way proves may be what is about to expire: the page is asked
	 * after it.
	 */
	async function renew() {
		while (host.calls.isSettingUser) {
			const calls = [...host.calls].filter(({ method }) => method === 'setUser');
			await Promise.allSettled(calls.map(({ answer }) => answer));
		}
		if (renewals.get(host) === timer && !host.life?.aborted) identifyAgain(host);
	}
}

function subjectOf({ jwt }: Identity): string {
	const { sub } = readClaims(jwt);
	return typeof sub === 'string' ? sub : '';
}

/** What the token says, which the server checks. */
function readClaims(jwt: string | null = ''): { sub?: unknown; exp?: unknown } {
	try {
		const [, claims = ''] = jwt?.split('.') ?? [];
		const bytes = Uint8Array.from(atob(claims.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0));
		return JSON.parse(new TextDecoder().decode(bytes)) as { sub?: unknown; exp?: unknown };
	} catch {
		return {};
	}
}
