import type { Message } from '#protocol/entities.ts';
import type { FrameToHost, MessageHandlers } from '#protocol/frameMessages.ts';
import { followAddress } from './followAddress.ts';
import type { Frame } from './frame.ts';
import type { Host } from './host.ts';

/** What the host does about each message of its frame. */
export function createFrameHandlers(frame: Frame, host: Host): MessageHandlers<FrameToHost> {
	const { store } = host;

	function postAddress() {
		frame.post({ event: 'change-url', referrerURL: location.href, referrerHost: location.host });
	}

	followAddress(postAddress, frame.signal);

	return {
		loaded({ config }) {
			if (config.authToken) host.memory.keepToken(config.authToken);
			const { settings, isOpen, isMobile } = store.get();
			const { locale, position, widgetStyle, darkMode, hideMessageBubble } = settings;
			frame.post({
				event: 'config-set',
				...(locale && { locale }),
				position,
				widgetStyle,
				darkMode,
				hideMessageBubble,
				isOpen,
			});
			postAddress();
			frame.post({ event: 'toggle-close-button', isMobile });
			host.frameReady(frame);
		},
		setBubbleLabel({ label }) {
			store.set({ bubbleLabel: label });
		},
		updateIframeHeight({ isFixedHeight, extraHeight }) {
			store.set({ previewHeight: isFixedHeight ? extraHeight : undefined });
		},
		setUnreadMode() {
			store.set({ isPreview: !store.get().isOpen });
		},
		resetUnreadMode() {
			store.set({ isPreview: false });
		},
		handleNotificationDot({ unreadMessageCount }) {
			if (unreadMessageCount === store.get().unreadCount) return;
			store.set({ unreadCount: unreadMessageCount });
			host.emit('unread', { count: unreadMessageCount });
		},
		onMessage({ data }) {
			// The frame passes on what its own server pushed.
			host.emit('message', data as Message);
		},
		postback({ data }) {
			host.emit('postback', data);
		},
		setAuthCookie({ data }) {
			host.memory.keepToken(data.widgetAuthToken);
		},
		setOutboxPending({ isPending }) {
			host.memory.markOutbox(isPending);
		},
		closeWindow() {
			void host.close();
		},
		openWindow() {
			void host.open();
		},
		error({ errorType, data }) {
			host.emit('error', { code: errorType, message: 'The server refused the user that the page gave', data });
		},
		settled({ requestId, error, data }) {
			if (error === undefined) host.calls.resolve(requestId);
			else host.calls.refuse(requestId, error, data);
		},
	};
}
