/** Door in: what the host page says (specification section 3, "from host to widget"). */
import type { createStore } from 'jotai/vanilla';
import type { HostToFrame, MessageHandlers, UserFacts } from '#protocol/frameMessages.ts';
import { setUser } from '../features/contact/contact.ts';
import { learnAboutHost, tellHost } from '../features/host/host.ts';
import { wishLocale } from '../features/language/language.ts';
import { discardTyped } from '../features/messages/discardTyped.ts';
import { reportOpened } from '../features/session/events.ts';
import { forgetSession } from '../features/session/session.ts';
import { type HostChannel, openHostChannel } from '../transport/hostChannel.ts';
import { RequestError } from '../transport/rest.ts';
import { toggleOpen } from './navigate.ts';
import { isPreviewAtom } from './route.ts';

type Store = ReturnType<typeof createStore>;

/** Listens to the parent window, which must be of `origin`. */
export function connectHost(store: Store, origin: string): HostChannel {
	/** Users are set, and forgotten, one after the other: the last one told is the one that counts. */
	let identified = Promise.resolve();

	const handlers: MessageHandlers<HostToFrame> = {
		'config-set'({ locale, darkMode, hideMessageBubble, isOpen }) {
			if (locale !== undefined) store.set(wishLocale, locale);
			store.set(learnAboutHost, {
				...(darkMode !== undefined && { darkMode }),
				...(hideMessageBubble !== undefined && { isBubbleHidden: hideMessageBubble }),
			});
			if (isOpen !== undefined) store.set(toggleOpen, isOpen);
		},
		'toggle-open'({ isOpen }) {
			store.set(toggleOpen, isOpen);
		},
		'toggle-close-button'({ isMobile }) {
			store.set(learnAboutHost, { isMobile });
		},
		'change-url'({ referrerURL }) {
			store.set(learnAboutHost, { referrerUrl: referrerURL });
		},
		'push-event'() {
			if (!store.get(isPreviewAtom)) store.set(reportOpened);
		},
		'set-user'({ requestId, identifier, user }) {
			identified = identified.then(() => identify(identifier, user, requestId));
		},
		reset({ requestId }) {
			identified = identified.then(() => forget(requestId));
		},
		'set-locale'({ locale }) {
			store.set(wishLocale, locale);
		},
		'set-color-scheme'({ darkMode }) {
			store.set(learnAboutHost, { darkMode });
		},
		'sdk-set-bubble-visibility'({ hideMessageBubble }) {
			store.set(learnAboutHost, { isBubbleHidden: hideMessageBubble });
		},
	};

	async function identify(identifier: string, user: UserFacts, requestId: string | undefined) {
		try {
			await store.set(setUser, identifier, user);
			settle(requestId);
		} catch (error) {
			const data = error instanceof RequestError ? (error.body ?? { code: error.code }) : {};
			store.set(tellHost, { event: 'error', errorType: 'SET_USER_ERROR', data });
			settle(requestId, { error: 'SET_USER_ERROR', data });
		}
	}

	function forget(requestId: string | undefined) {
		store.set(discardTyped);
		store.set(forgetSession);
		settle(requestId);
	}

	function settle(requestId: string | undefined, refusal?: { error: string; data: unknown }) {
		if (requestId !== undefined) store.set(tellHost, { event: 'settled', requestId, ...refusal });
	}

	return openHostChannel(origin, (message) => {
		// TypeScript does not see that the handler found by a message's event takes that message.
		const handle = handlers[message.event] as (message: HostToFrame) => void;
		handle(message);
	});
}
