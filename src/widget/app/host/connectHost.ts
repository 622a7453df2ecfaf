/** Handles the messages of the host page. */
import type { ElementErrorCode } from '#protocol/base/errors.ts';
import type { MessageHandlers } from '#protocol/frame/frameMessages.ts';
import type { LateRequest, UnreadRequest } from '#protocol/frame/hostMethods.ts';
import type { FromHost, HostNotice } from '#protocol/frame/hostToFrame.ts';
import { loadChunk } from '#client/chunk.ts';
import { RequestError } from '#client/rest.ts';
import { setSnooze } from '../../features/campaigns/campaigns.ts';
import { hostAtom, updateHostFacts, postToHost } from '../../features/host/host.ts';
import { requestLocale } from '../../features/language/language.ts';
import { scrollToEnd } from '../../screens/conversation/scrollToEnd.ts';
import { reportOpened } from '../../features/session/events.ts';
import { isIdentityPendingAtom, setPageUser, readSessionUser } from '../../features/session/session.ts';
import type { HostChannel } from '../../bridge/hostChannel.ts';
import { leaveOtherUser, resolvePendingIdentity, setUser } from '../visitor/identifyUser.ts';
import { forgetDevice } from '../visitor/forgetDevice.ts';
import { followUnread, startConversation, toggleOpen } from '../routing/navigate.ts';
import { isPreviewAtom } from '../routing/route.ts';
import type { Store } from '../routing/store.ts';

/** The answer to requests that were made for a user who has left since. */
const LEFT = { error: 'DISCONNECTED', data: undefined } as const;

/**
 * @param open opens the channel to the page around the frame, or to the app around the web view
 * @param isReplaced whether the host replaces a frame whose page names another user
 */
export function connectHost(
	store: Store,
	open: (onMessage: (message: FromHost) => void) => HostChannel,
	isReplaced = false,
): HostChannel {
	/** The next frame answers what the page asks for. */
	let isOver = false;
	/**
	 * Users are identified one after the other, so that the last one named is the one who stays.
	 */
	let identified = Promise.resolve();
	/** Counts how often the page replaced the user, or signed them out. */
	let users = 0;

	const handlers: MessageHandlers<HostNotice> = {
		'config-set'({
			locale,
			darkMode,
			hideMessageBubble,
			showPopoutButton,
			showUnreadMessagesDialog,
			campaignsSnoozedTill,
			view,
			notifications,
			askBefore,
			topic,
			isOpen,
			awaitsUser,
			isSignedOut,
			identifier,
		}) {
			if (locale !== undefined) store.set(requestLocale, locale);
			store.set(updateHostFacts, {
				...(darkMode !== undefined && { darkMode }),
				...(hideMessageBubble !== undefined && { isBubbleHidden: hideMessageBubble }),
				...(showPopoutButton !== undefined && { hasPopOutButton: showPopoutButton }),
				...(notifications && { notifications }),
				...(askBefore !== undefined && { askBefore }),
				...(topic !== undefined && { topic }),
				...(showUnreadMessagesDialog !== undefined && { hasUnreadDialog: showUnreadMessagesDialog }),
			});
			store.set(followUnread);
			if (campaignsSnoozedTill !== undefined) store.set(setSnooze, campaignsSnoozedTill);
			if (isSignedOut && store.set(readSessionUser) !== undefined) void store.get(hostAtom).onIdentityLost?.();
			else if (awaitsUser === false) store.set(resolvePendingIdentity, identifier);
			// A call that waits for the user to be proven again waits for nothing.
			if (awaitsUser === false) store.get(hostAtom).onIdentified?.();
			if (identifier !== undefined) store.set(setPageUser, identifier);
			if (view !== undefined) answer({ event: 'show', view } satisfies LateRequest as UnreadRequest);
			if (isOpen !== undefined) store.set(toggleOpen, isOpen);
		},
		'toggle-open'({ isOpen }) {
			store.set(toggleOpen, isOpen);
		},
		'audio-unlocked'() {
			store.set(updateHostFacts, { canPlayAudio: true });
		},
		'toggle-close-button'({ isMobile }) {
			store.set(updateHostFacts, { isMobile });
		},
		'change-url'({ referrerURL, referrerHost }) {
			store.set(updateHostFacts, { referrerUrl: referrerURL, referrerHost });
		},
		'push-event'() {
			if (!store.get(isPreviewAtom)) store.set(reportOpened);
		},
		'set-user'({ requestId, identifier, user: facts }) {
			// At once, before queued requests: what the page asked for the last user must not be
			// done for this one.
			const isWaiting = store.get(isIdentityPendingAtom);
			if (store.set(leaveOtherUser, identifier)) {
				users += 1;
				// While it waits for its user, nothing of another one is in this document.
				isOver = isReplaced && !isWaiting;
				if (isOver) return store.set(postToHost, { event: 'startAgain', isLeft: true });
			}
			const user = users;
			// A request that was made before may wait for this.
			const turn = store.get(hostAtom).onIdentified ? Promise.resolve() : identified;
			identified = turn.then(() => identify(identifier, facts, requestId, user));
		},
		reset({ requestId }) {
			// At once as well: signing out does not wait for the network.
			users += 1;
			void forget(requestId);
		},
		interest() {
			store.set(updateHostFacts, { isExpected: true });
		},
		'start-conversation'() {
			store.set(startConversation);
		},
		'widget-visible'() {
			store.set(scrollToEnd);
		},
		'set-locale'({ locale }) {
			store.set(requestLocale, locale);
		},
		'set-color-scheme'({ darkMode }) {
			store.set(updateHostFacts, { darkMode });
		},
		'set-theme'({ theme }) {
			store.set(updateHostFacts, { theme });
			if (theme.fontSrc === undefined) return;
			// The text is shown without it.
			loadChunk(() => import('./pageFont.ts')).then(({ followPageFont }) => followPageFont(store), console.debug);
		},
		'sdk-set-bubble-visibility'({ hideMessageBubble }) {
			store.set(updateHostFacts, { isBubbleHidden: hideMessageBubble });
		},
	};

	async function identify(
		identifier: string,
		facts: Extract<HostNotice, { event: 'set-user' }>['user'],
		requestId: string | undefined,
		user: number,
	) {
		if (user !== users) return settle(requestId, LEFT);
		try {
			await store.set(setUser, identifier, facts);
			store.get(hostAtom).onIdentified?.();
			settle(requestId);
		} catch (error) {
			store.get(hostAtom).onIdentified?.();
			if (user !== users) return settle(requestId, LEFT);
			const data = error instanceof RequestError ? (error.body ?? { code: error.code }) : {};
			store.set(postToHost, { event: 'error', errorType: 'SET_USER_ERROR', data });
			settle(requestId, { error: 'SET_USER_ERROR', data });
		}
	}

	async function forget(requestId: string | undefined) {
		await store.set(forgetDevice);
		settle(requestId);
	}

	/**
	 * Requests are answered in the order in which they were made, each after the visitor has become
	 * the user that the page named.
	 */
	function answer(request: UnreadRequest) {
		const user = users;
		const answered = identified.then(() => perform(request, user));
		// A message may take long to be sent, so later requests do not wait for it.
		if (request.event !== 'send-message') identified = answered;
	}

	async function perform(request: UnreadRequest, user: number) {
		const { requestId } = request;
		if (user !== users) return settle(requestId, LEFT);
		try {
			const { performRequest } = await loadChunk(() => import('./hostRequests.ts'));
			settle(requestId, { data: await performRequest(store, request) });
		} catch (error) {
			const { code = 'REQUEST_FAILED', data } = error as { code?: ElementErrorCode; data?: unknown };
			settle(requestId, { error: code, data });
		}
	}

	function isNotice(message: FromHost): message is HostNotice {
		return Object.hasOwn(handlers, message.event);
	}

	function settle(requestId: string | undefined, outcome?: { error?: ElementErrorCode; data: unknown }) {
		if (requestId !== undefined) store.set(postToHost, { event: 'settled', requestId, ...outcome });
	}

	return open((message) => {
		if (isOver) return;
		if (!isNotice(message)) return answer(message);
		// TypeScript does not know that the handler found by a message's event takes that message.
		const handle = handlers[message.event] as (message: HostNotice) => void;
		handle(message);
	});
}
