import type { Message } from '#protocol/entities/entities.ts';
import type { MessageHandlers } from '#protocol/frame/frameMessages.ts';
import type { FrameToHost } from '#protocol/frame/frameToHost.ts';
import { followAddress } from './followAddress.ts';
import { followTheme } from './followTheme.ts';
import type { Frame } from '../core/frame.ts';
import type { HostApi } from '../core/hostApi.ts';
import type { HostState } from '../core/hostState.ts';
import { memoryOf, type VisitorMemory } from '../core/visitorMemory.ts';
import { whenActivated } from './whenActivated.ts';

/** The lives (from `start` to `stop` of the host) in which `ready` has been dispatched. */
const readyDispatchedFor = new WeakSet<AbortSignal>();

/**
 * What the host does about each message of its frame.
 * @param settled ends the call that the frame has answered
 */
export function createFrameHandlers(
	frame: Frame,
	host: HostApi,
	settled: MessageHandlers<FrameToHost>['settled'],
): MessageHandlers<FrameToHost> {
	const { store } = host;
	const memory = memoryOf(host);

	function postAddress() {
		frame.link?.post({ event: 'change-url', referrerURL: location.href, referrerHost: location.host });
	}

	/**
	 * The visitor is not the user that the page set, perhaps because the server has forgotten that
	 * one. Sets the user again.
	 */
	function identifyAgain() {
		if (host.calls.isSettingUser || !memory.user) return;
		const { identifier, facts } = memory.user;
		memory.forgetAccepted();
		void host.call('setUser', memory.provider ? [memory.provider] : [identifier, facts]);
	}

	/** The frame's user has gone. The page had named one by a method, whose code is loaded. */
	function byMethods(act: (methods: typeof import('../onDemand/performMethod.ts')) => void) {
		import('../onDemand/performMethod.ts').then(act).catch(console.debug);
	}

	function goOn() {
		// The panel keeps the focus for the next frame.
		const { iframe } = frame;
		if (iframe && (iframe.getRootNode() as ShadowRoot).activeElement === iframe) iframe.parentElement?.focus();
		host.frame.goOn();
	}

	/** Dispatches `ready` once, however many frames follow. */
	function becomeReady() {
		host.frame.report({ frameState: 'ready' });
		if (store.get().isOpen) host.panel.announce();
		for (const call of host.calls) frame.link?.deliver(call);
		const { life } = host;
		if (life && !readyDispatchedFor.has(life)) host.emit('ready', null);
		if (life) readyDispatchedFor.add(life);
	}

	followAddress(postAddress, frame.signal);
	followHost(frame, host, memory);
	followTitleWish(frame, host);
	coverPageOnPhones(frame, host);
	const postTheme = followTheme(frame, host);
	warnOfChildren(frame);

	return {
		loaded({ config }) {
			const before = memory.token;
			if (config.authToken) memory.keepToken(config.authToken);
			const { settings, isOpen, isMobile } = store.get();
			const { position, widgetStyle, darkMode, showUnreadMessagesDialog, showPopoutButton } = settings;
			const locale = host.channel.requestedLocale();
			const snoozedTill = memory.campaignsSnoozedTill;
			const isFirst = host.life && !readyDispatchedFor.has(host.life) && !/[?&]resume=/.test(frame.address);
			frame.link?.post({
				event: 'config-set',
				...(locale && { locale }),
				...(isFirst && settings.view && { view: settings.view }),
				position,
				widgetStyle,
				darkMode,
				showUnreadMessagesDialog,
				showPopoutButton,
				...(snoozedTill !== undefined && { campaignsSnoozedTill: snoozedTill }),
				hideMessageBubble: isLauncherHidden(store.get()),
				askBefore: settings.askBefore,
				topic: settings.topic,
				isOpen,
				awaitsUser: host.calls.isSettingUser,
				...(!host.calls.isSettingUser && memory.user && { identifier: memory.user.identifier }),
			});
			postTheme();
			postAddress();
			frame.link?.post({ event: 'toggle-close-button', isMobile });
			becomeReady();
			if (host.ownTexts) import('../onDemand/ownTexts.ts').then(({ postTexts }) => postTexts(host), console.debug);
			whenActivated(() => frame.link?.post({ event: 'audio-unlocked' }), frame.signal);
			if (!frame.awaitsUser && config.authToken !== before) identifyAgain();
		},
		setBubbleLabel({ label }) {
			host.frame.report({ bubbleLabel: label });
		},
		updateIframeHeight({ isFixedHeight, extraHeight }) {
			host.frame.report({ previewHeight: isFixedHeight ? extraHeight : undefined });
		},
		setUnreadMode() {
			host.panel.preview(true);
		},
		resetUnreadMode() {
			host.panel.preview(false);
		},
		handleNotificationDot({ unreadMessageCount }) {
			if (unreadMessageCount === store.get().unreadCount) return;
			host.frame.report({ unreadCount: unreadMessageCount });
			host.emit('unread', { count: unreadMessageCount });
		},
		onMessage({ data }) {
			// The frame passes on what its own server pushed.
			host.emit('message', data as Message);
		},
		onEvent({ eventIdentifier, data }) {
			// The frame pairs each event with its data.
			host.emit(eventIdentifier, data as never);
		},
		drawn() {
			host.frame.report({ isDrawn: true });
		},
		connectionChanged({ state }) {
			host.frame.report({ connection: state });
			host.emit('connection', { state });
		},
		postback({ data }) {
			host.emit('postback', data);
		},
		setAuthCookie({ data }) {
			const isAnother = data.widgetAuthToken !== memory.token;
			memory.keepToken(data.widgetAuthToken);
			if (isAnother) identifyAgain();
		},
		visitEnded() {
			byMethods(({ endElsewhere }) => endElsewhere(host));
		},
		setOutboxPending({ isPending }) {
			memory.markOutbox(isPending);
		},
		setCampaignReadOn() {
			memory.snoozeCampaigns();
		},
		startAgain({ isLeft }) {
			if (isLeft)
				byMethods(({ leaveUser }) => {
					leaveUser(host);
					goOn();
				});
			else goOn();
		},
		closeWindow() {
			void host.close();
		},
		toggleBubble() {
			void (store.get().isPreview ? host.close() : host.toggle());
		},
		closeChat() {
			void host.close();
		},
		popoutChatWindow() {
			void host.call('popout');
		},
		openWindow({ preview }) {
			if (preview) host.emit(`${preview}-click`, null);
			void host.open();
		},
		playAudio() {
			makeSound();
		},
		error({ errorType, data }) {
			host.emit('error', { code: errorType, message: 'The server refused the user that the page gave', data });
		},
		settled,
	};
}

/** Loads the code for that once the panel covers the page. */
function coverPageOnPhones(frame: Frame, host: HostApi): void {
	const unfollow = host.store.subscribe(load);
	frame.signal.addEventListener('abort', unfollow, { once: true });
	load();

	function load() {
		const { isOpen, isMobile } = host.store.get();
		if (!isOpen || !isMobile) return;
		unfollow();
		import('../onDemand/coverPage.ts').then(
			({ coverPage }) => frame.signal.aborted || coverPage(frame, host),
			console.debug,
		);
	}
}

/** Without a launcher the frame offers to close the chat; what does not float cannot be closed. */
function isLauncherHidden({ settings, look }: HostState): boolean {
	return settings.mode === 'floating' && (settings.hideMessageBubble || look?.hide_launcher === true);
}

/**
 * Tells the frame what the page wishes for, and the viewport, whenever they change, and remembers
 * whether the chat is open.
 */
function followHost(frame: Frame, host: HostApi, memory: VisitorMemory): void {
	memory.keepOpen();
	let before = host.store.get();
	const undo = host.store.subscribe(() => {
		memory.keepOpen();
		const state = host.store.get();
		const { settings, isMobile } = state;
		const { settings: old, isMobile: wasMobile } = before;
		const hideMessageBubble = isLauncherHidden(state);
		const wasLauncherHidden = isLauncherHidden(before);
		before = state;
		if (isMobile !== wasMobile) frame.link?.post({ event: 'toggle-close-button', isMobile });
		if (settings.locale !== old.locale || settings.useBrowserLanguage !== old.useBrowserLanguage)
			frame.link?.post({ event: 'set-locale', locale: host.channel.locale() });
		const { darkMode } = settings;
		if (darkMode !== old.darkMode) frame.link?.post({ event: 'set-color-scheme', darkMode });
		if (hideMessageBubble !== wasLauncherHidden)
			frame.link?.post({ event: 'sdk-set-bubble-visibility', hideMessageBubble });
		for (const name of ['askBefore', 'topic', 'showPopoutButton', 'showUnreadMessagesDialog'] as const) {
			if (settings[name] !== old[name]) frame.link?.post({ event: 'config-set', [name]: settings[name] });
		}
	});
	frame.signal.addEventListener('abort', undo, { once: true });
}

/** The code is loaded on need: during most visits no sound is played. */
function makeSound(): void {
	import('#client/playChime.ts').then(({ playChime }) => playChime()).catch(console.debug);
}

/** Counts in the page's title from the moment at which the page asks for it. */
function followTitleWish(frame: Frame, host: HostApi): void {
	let isCounting = false;
	const follow = () => {
		if (isCounting || !host.store.get().settings.titleCount) return;
		isCounting = true;
		import('../onDemand/titleCount.ts').then(({ followTitleCount }) => {
			if (!frame.signal.aborted) followTitleCount(host, frame.signal);
		}, console.debug);
	};
	frame.signal.addEventListener('abort', host.store.subscribe(follow), { once: true });
	follow();
}

/**
 * Tells the site's owner of what stands in the tag by mistake: HTML has no tags that close
 * themselves, so that all that follows one is in it.
 */
function warnOfChildren({ iframe }: Frame): void {
	const root = iframe?.getRootNode();
	if (root instanceof ShadowRoot && root.host.querySelector(':scope > :not([slot])'))
		console.warn('live-chat-widget: the page goes on within the tag, which needs an end: </live-chat-widget>');
}
