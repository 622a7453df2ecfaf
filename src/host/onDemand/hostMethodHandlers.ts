/** What the page does for a method besides the request to the frame. */
import { toUserFacts } from '#protocol/frame/givenFacts.ts';
import type { UserFacts } from '#protocol/frame/hostRequest.ts';
import { md5OfText } from '#protocol/base/md5.ts';
import type { HostApi } from '../core/hostApi.ts';
import { HostError } from '../core/hostEvents.ts';
import type { HostMethods, LazyMethod } from '../core/methods.ts';
import { memoryOf } from '../core/visitorMemory.ts';
import { showChatIn, openPopOut } from './popOut.ts';

/**
 * The arguments that the page gave, as `read` returns them. For `popout` it is the window of the
 * chat's own instead, which had to be opened at once.
 */
type Given<M extends LazyMethod> = M extends 'popout'
	? [opened: Window | null]
	: M extends 'setUser'
		? [identifier: string | number, user: UserFacts]
		: Parameters<HostMethods[M]>;

interface HostMethodHandler<M extends LazyMethod> {
	/** Brings the arguments into the form that the schema wants; runs before everything else. */
	read?: (...given: Parameters<HostMethods[M]>) => Given<M>;
	/**
	 * Runs before the request. Returns `done` where no request is needed. Throws a `HostError`
	 * where the method cannot be carried out.
	 */
	begin?: (host: HostApi, ...given: Given<M>) => 'done' | undefined;
	/** Runs when the frame has carried out the request. */
	end?: (host: HostApi, ...given: Given<M>) => void;
	/** Runs when the request cannot be made, or the frame has refused it. */
	refuse?: (host: HostApi, ...given: Given<M>) => void;
}

export const hostMethodHandlers: { [M in LazyMethod]?: HostMethodHandler<M> } = {
	popout: { begin: openPopOut, end: (host, opened) => opened && showChatIn(opened, host) },
	setUser: {
		read: (identifier, user) => [identifier, toUserFacts(user ?? {})],
		begin(host, given, user) {
			const identifier = String(given);
			const memory = memoryOf(host);
			memory.noteUser({ identifier, facts: user });
			if (memory.isAccepted(fingerprint(identifier, user))) {
				host.store.get().frame?.link?.post({ event: 'config-set', identifier, awaitsUser: false });
				return 'done';
			}
			// Until the server has accepted it, no user is known.
			memory.forgetAccepted();
			if (memory.isIsolated) host.frame.end();
			memory.rejoin();
			return undefined;
		},
		end: (host, identifier, user) => memoryOf(host).acceptUser(fingerprint(String(identifier), user)),
		refuse: (host, identifier) => memoryOf(host).dropUser(String(identifier)),
	},
	forget: { end: endVisit },
	reset: {
		begin(host) {
			host.panel.close();
			rejectBefore(host, 'reset', 'The visitor was reset');
			memoryOf(host).forget();
			return undefined;
		},
		end: endVisit,
	},
};

/** Rejects the calls that were made before the last one of that method. */
function rejectBefore(host: HostApi, method: LazyMethod, reason: string): void {
	const last = [...host.calls].findLast((call) => call.method === method);
	for (const call of host.calls) {
		if (call === last) break;
		call.reject(new HostError('DISCONNECTED', reason));
	}
}

function emitNoUnread(host: HostApi): void {
	if (host.store.get().unreadCount > 0) host.emit('unread', { count: 0 });
}

/**
 * The frame has left its user, since the page has named another one. What the page asked for that
 * user must not be done for this one, which the next frame is asked to identify.
 */
export function leaveUser(host: HostApi): void {
	rejectBefore(host, 'setUser', 'The page has named another user');
	const memory = memoryOf(host);
	const { user, provider } = memory;
	memory.forget();
	memory.noteUser(user);
	memory.keepProvider(provider);
	emitNoUnread(host);
}

/** Another window has ended the session of the page's user, or has begun another user's. */
export function endElsewhere(host: HostApi): void {
	// This page ends the session itself.
	if ([...host.calls].some(({ method }) => method === 'forget' || method === 'reset')) return;
	for (const call of host.calls) {
		if (host.calls.asked(call)) call.reject(new HostError('DISCONNECTED', 'Another window has ended the visit'));
	}
	memoryOf(host).separate();
	emitNoUnread(host);
	host.frame.end();
	host.frame.plan();
}

/** Forgets the visitor, so that the next frame begins with an anonymous one. */
function endVisit(host: HostApi): void {
	emitNoUnread(host);
	host.frame.end();
	// The frame may have reported its token while it was asked to forget it.
	memoryOf(host).forget();
	host.frame.plan();
}

/**
 * A text that differs between two calls of `setUser` with different facts (docs/wire.md, Cookies
 * and storage). Chatwoot only includes the first four facts; others are included here where they
 * are given.
 */
export function fingerprint(identifier: string, user: UserFacts): string {
	const { avatar_url = '', email = '', name = '', identifier_hash = '', ...others } = user;
	const facts = { avatar_url, email, name, identifier_hash, identifier };
	const rest = Object.entries(others).filter(([, value]) => value !== undefined);
	const more = rest.length > 0 ? JSON.stringify(rest.toSorted(([one], [other]) => (one < other ? -1 : 1))) : '';
	return md5OfText(Object.entries(facts).flat().join('') + more);
}
