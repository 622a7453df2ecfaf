/** One widget on a page: what it knows, and what can be done with it. It lives while its element is in the page. */
import type { ChannelLook } from '#protocol/channel.ts';
import type { UserFacts } from '#protocol/frameMessages.ts';
import { Calls, type FrameRequest } from './calls.ts';
import { fetchChannelLook } from './fetchChannelLook.ts';
import { followViewport } from './followViewport.ts';
import { Frame, loadFrameLink } from './frame.ts';
import { type EmitHostEvent, HostError } from './hostEvents.ts';
import type { HostSettings } from './settings.ts';
import { createStore, type Store } from './store.ts';
import { chooseLocale, english, loadTexts, type Texts } from './texts.ts';
import { visitorMemory } from './visitorMemory.ts';
import { whenIdle } from './whenIdle.ts';

export interface HostState {
	settings: HostSettings;
	texts: Texts;
	/** Nothing shows while the server is asked, or when it knows no such channel; unreachable, the launcher has defaults. */
	channel: 'asking' | 'known' | 'unknown' | 'unreachable';
	look: ChannelLook | undefined;
	frame: Frame | undefined;
	frameState: 'none' | 'starting' | 'ready' | 'unreachable';
	isOpen: boolean;
	/** The closed panel shows unread messages. */
	isPreview: boolean;
	/** CSS pixels; undefined for the panel's own height. */
	previewHeight: number | undefined;
	unreadCount: number;
	/** The launcher's text as the frame has it, in its language. */
	bubbleLabel: string | undefined;
	/** The viewport is so small that the panel covers it. */
	isMobile: boolean;
}

const WITHOUT_FRAME = {
	frame: undefined,
	frameState: 'none',
	isPreview: false,
	previewHeight: undefined,
	unreadCount: 0,
	bubbleLabel: undefined,
} as const satisfies Partial<HostState>;

export class Host {
	readonly store: Store<HostState>;
	readonly emit: EmitHostEvent;
	readonly calls = new Calls();
	readonly memory = visitorMemory;
	/** From `start` to `stop`. */
	#life: AbortController | undefined;
	#hasBeenReady = false;
	/** Why there is no launcher. */
	#notFound: HostError | undefined;

	constructor(settings: HostSettings, emit: EmitHostEvent) {
		this.emit = emit;
		this.store = createStore<HostState>({
			settings,
			texts: english,
			channel: 'asking',
			look: undefined,
			...WITHOUT_FRAME,
			isOpen: false,
			isMobile: false,
		});
	}

	/** The element is in the page. Without a website token it waits for one. */
	start(settings: HostSettings): void {
		this.store.set({ settings });
		if (!settings.websiteToken) return;
		this.#life = new AbortController();
		followViewport((isMobile) => this.#setMobile(isMobile), this.#life.signal);
		void this.#meetChannel(this.#life.signal);
	}

	/** Takes away everything but what the page asked for. */
	stop(): void {
		this.#life?.abort();
		this.#life = undefined;
		this.#hasBeenReady = false;
		this.#notFound = undefined;
		this.#endFrame();
		this.calls.rejectAll(new HostError('DISCONNECTED', 'The element left the page'));
		this.store.set({ channel: 'asking', look: undefined, isOpen: false });
	}

	/** The element was moved without `moveBefore`, so the browser has thrown the frame's page away. */
	moved(): void {
		if (!this.store.get().frame) return;
		this.#endFrame();
		this.#startFrame();
	}

	/** Attributes have changed. */
	update(settings: HostSettings): void {
		const before = this.store.get().settings;
		const isAnotherChannel = settings.websiteToken !== before.websiteToken || settings.baseUrl !== before.baseUrl;
		if (!this.#life || isAnotherChannel) {
			if (this.#life) this.stop();
			return this.start(settings);
		}
		this.store.set({ settings });
		const { frame } = this.store.get();
		if (settings.locale !== before.locale) {
			void this.#speak();
			frame?.post({ event: 'set-locale', locale: this.#locale });
		}
		if (settings.darkMode !== before.darkMode) frame?.post({ event: 'set-color-scheme', darkMode: settings.darkMode });
		if (settings.hideMessageBubble !== before.hideMessageBubble) {
			frame?.post({ event: 'sdk-set-bubble-visibility', hideMessageBubble: settings.hideMessageBubble });
		}
		if (settings.loading !== before.loading) this.#planFrame();
	}

	/** Somebody may open the chat soon. */
	showInterest(): void {
		// A failure is dealt with when the frame starts.
		loadFrameLink().catch(() => {});
	}

	/** Resolves when the chat shows. Leaves a preview. */
	open(): Promise<void> {
		const { isOpen, channel } = this.store.get();
		if (!isOpen && channel !== 'unknown') {
			this.store.set({ isOpen: true, isPreview: false });
			this.#announceOpening();
			this.emit('open', null);
		}
		return this.#call();
	}

	/** Also takes a preview away. */
	close(): Promise<void> {
		const { isOpen, isPreview, frame } = this.store.get();
		if (isOpen || isPreview) {
			this.store.set({ isOpen: false, isPreview: false });
			frame?.post({ event: 'toggle-open', isOpen: false });
		}
		if (isOpen) this.emit('close', null);
		return Promise.resolve();
	}

	toggle(): Promise<void> {
		return this.store.get().isOpen ? this.close() : this.open();
	}

	/** Resolves when the server has accepted the user. */
	setUser(identifier: string | number, user: UserFacts): Promise<void> {
		return this.#call({
			event: 'set-user',
			identifier: typeof identifier === 'number' ? String(identifier) : identifier,
			user,
		});
	}

	/** Resolves when nothing on this device is left of the visitor. Calls that wait are rejected. */
	reset(): Promise<void> {
		void this.close();
		this.calls.rejectAll(new HostError('DISCONNECTED', 'The visitor was reset'));
		this.memory.forget();
		return quiet(this.#forgetFrame());
	}

	/** Tries again after the server or the frame could not be reached. */
	retry(): void {
		this.#startFrame();
	}

	frameReady(frame: Frame): void {
		this.store.set({ frameState: 'ready' });
		if (this.store.get().isOpen) this.#announceOpening();
		this.calls.connect((request) => frame.post(request));
		if (!this.#hasBeenReady) this.emit('ready', null);
		this.#hasBeenReady = true;
	}

	frameFailed(frame: Frame, reason: string): void {
		const state = this.store.get();
		if (state.frame !== frame || state.frameState !== 'starting') return;
		const error = new HostError(
			'FRAME_UNREACHABLE',
			`The chat at ${state.settings.baseUrl} cannot be shown: ${reason}`,
		);
		this.#giveUp(error);
		this.#report(error);
	}

	#call(request?: FrameRequest): Promise<void> {
		const answer = this.calls.add(request);
		if (this.#notFound) this.calls.rejectAll(this.#notFound);
		else this.#startFrame();
		return quiet(answer);
	}

	async #forgetFrame(): Promise<void> {
		await this.#call({ event: 'reset' });
		if (this.store.get().unreadCount > 0) this.emit('unread', { count: 0 });
		this.#endFrame();
		// The frame may have told its token while it was asked to forget it.
		this.memory.forget();
		this.#planFrame();
	}

	async #meetChannel(signal: AbortSignal): Promise<void> {
		const { settings, isOpen } = this.store.get();
		if (settings.locale) void this.#speak();
		if (isOpen || !this.calls.isEmpty) this.#startFrame();
		await this.#askChannel(signal);
		this.#planFrame();
	}

	/** Answers why the channel is not known, or nothing. */
	async #askChannel(signal: AbortSignal): Promise<HostError | undefined> {
		try {
			const look = await fetchChannelLook(this.store.get().settings, signal);
			if (signal.aborted) return undefined;
			this.store.set({ channel: 'known', look });
			void this.#speak();
			return undefined;
		} catch (error) {
			if (signal.aborted) return undefined;
			if (!(error instanceof HostError)) throw error;
			if (error.code === 'WEB_WIDGET_NOT_FOUND') this.#hide(error);
			else this.store.set({ channel: 'unreachable' });
			this.#report(error);
			return error;
		}
	}

	#hide(error: HostError): void {
		console.warn(`live-chat-widget: there is no launcher, because ${error.message}.`);
		this.#notFound = error;
		void this.close();
		this.#endFrame();
		this.calls.rejectAll(error);
		this.store.set({ channel: 'unknown' });
	}

	/** Starts the frame now or later, or leaves it until somebody shows interest. */
	#planFrame(): void {
		const { settings, channel, isOpen } = this.store.get();
		if (!this.#life || channel !== 'known') return;
		if (settings.loading === 'eager' || isOpen || !this.calls.isEmpty) this.#startFrame();
		else whenIdle(() => this.#startInIdleTime(), this.#life.signal);
	}

	/** Whether there is news is asked here, not before: reading cookies blocks the page until another process answers. */
	#startInIdleTime(): void {
		const { settings, look } = this.store.get();
		const mayHaveNews = () => look?.has_campaigns || this.memory.hasVisitor;
		if (settings.loading === 'idle' || (settings.loading === 'auto' && mayHaveNews())) this.#startFrame();
	}

	#startFrame(): void {
		const { channel, frameState } = this.store.get();
		if (!this.#life || channel === 'unknown' || frameState === 'starting' || frameState === 'ready') return;
		this.#endFrame();
		this.store.set({ frameState: 'starting' });
		if (channel === 'unreachable') void this.#askAgain(this.#life.signal);
		else this.store.set({ frame: new Frame(this) });
	}

	async #askAgain(signal: AbortSignal): Promise<void> {
		const error = await this.#askChannel(signal);
		const { channel, frameState } = this.store.get();
		if (signal.aborted || frameState !== 'starting') return;
		if (channel === 'known') this.store.set({ frame: new Frame(this) });
		else if (error) this.#giveUp(error);
	}

	/** The panel says that the team cannot be reached, and offers to try again. */
	#giveUp(error: HostError): void {
		this.store.set({ frameState: 'unreachable' });
		this.calls.rejectAll(error);
	}

	#endFrame(): void {
		this.store.get().frame?.end();
		this.calls.disconnect();
		this.store.set(WITHOUT_FRAME);
	}

	#announceOpening(): void {
		const { frame } = this.store.get();
		frame?.post({ event: 'toggle-open', isOpen: true });
		frame?.post({ event: 'push-event', eventName: 'webwidget.triggered' });
	}

	async #speak(): Promise<void> {
		const locale = this.#locale;
		const texts = await loadTexts(locale);
		// Meanwhile another one may have been wished for.
		if (locale === this.#locale) this.store.set({ texts });
	}

	get #locale(): string {
		const { settings, look } = this.store.get();
		return chooseLocale(settings.locale, look?.locale);
	}

	#setMobile(isMobile: boolean): void {
		this.store.set({ isMobile });
		this.store.get().frame?.post({ event: 'toggle-close-button', isMobile });
	}

	#report(error: HostError): void {
		this.emit('error', { code: error.code, message: error.message });
	}
}

/** A page that does not wait for a call learns of its failure by the event, not by an unhandled rejection. */
function quiet(answer: Promise<void>): Promise<void> {
	answer.catch(() => {});
	return answer;
}
