/** One widget on a page: what it knows, and what can be done with it. It lives while its element is in the page. */
import type { ChannelLook } from '#protocol/channel.ts';
import type { ConnectionState } from '#protocol/frameToHost.ts';
import { POP_OUT_FEATURES, popOutName } from '#protocol/popOut.ts';
import { type Call, Calls } from './calls.ts';
import { closeUnused } from './closeUnused.ts';
import { fetchChannelLook } from './fetchChannelLook.ts';
import { followViewport } from './followViewport.ts';
import { Frame, loadFrameLink } from './frame.ts';
import { type EmitHostEvent, HostError } from './hostEvents.ts';
import type { LateMethod } from './methods.ts';
import type { HostSettings } from './settings.ts';
import { createStore, type Store } from './store.ts';
import { chooseLocale, english, loadTexts, type Texts } from './texts.ts';
import { hasVisitor, isTokenUnclear } from './visitorCookies.ts';
import type { VisitorMemory } from '../onInterest/visitorMemory.ts';
import { whenIdle } from './whenIdle.ts';
import { yieldToPage } from './yieldToPage.ts';

export interface HostState {
	settings: HostSettings;
	texts: Texts;
	/** Nothing shows while the server is asked, or when it knows no such channel; unreachable, the launcher has defaults. */
	channel: 'asking' | 'known' | 'unknown' | 'unreachable';
	look: ChannelLook | undefined;
	frame: Frame | undefined;
	frameState: 'none' | 'starting' | 'ready' | 'unreachable';
	isOpen: boolean;
	/** It opened in another tag's stead: the visitor is where they were. */
	keepsFocus?: boolean;
	/** The closed panel shows unread messages. */
	isPreview: boolean;
	/** CSS pixels; undefined for the panel's own height. */
	previewHeight: number | undefined;
	unreadCount: number;
	/** The chat's, to the server. */
	connection: ConnectionState;
	/** The launcher's text as the frame has it, in its language. */
	bubbleLabel: string | undefined;
	/** The viewport is so small that the panel covers it. */
	isMobile: boolean;
}

/** Of all tags in the page. */
export const hosts = new Set<Host>();

const WITHOUT_FRAME = {
	frame: undefined,
	frameState: 'none',
	isPreview: false,
	previewHeight: undefined,
	unreadCount: 0,
	connection: 'idle',
	bubbleLabel: undefined,
} as const satisfies Partial<HostState>;

export class Host {
	readonly store: Store<HostState>;
	readonly emit: EmitHostEvent;
	readonly calls = new Calls();
	/** What the page remembers of its visitor, should cookies be denied; undefined before there is something. */
	memory: VisitorMemory | undefined;
	/** The tag has left the page, perhaps for another one to go on; undefined before there is a frame to go on with. */
	handOver: (() => void) | undefined;
	#begun: Promise<unknown> = Promise.resolve();
	/** From `start` to `stop`. */
	#life: AbortController | undefined;
	/** Settles when the channel has answered, or has not. */
	#met: Promise<unknown> | undefined;
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

	/** The element is in the page. Without a website token, or the visitor's consent, it waits for that. */
	start(settings: HostSettings): void {
		const { websiteToken, baseUrl } = this.store.get().settings;
		// The visitor of another channel is unknown here, and their token must not go to another server.
		if (settings.websiteToken !== websiteToken || settings.baseUrl !== baseUrl) this.memory = undefined;
		this.store.set({ settings, isOpen: this.store.get().isOpen || settings.mode !== 'floating' });
		if (!settings.websiteToken || settings.consent === 'required') return;
		this.#life = new AbortController();
		hosts.add(this);
		void this.#meetChannel(this.#life.signal);
		for (const call of this.calls) this.#begin(call);
	}

	/** Takes away everything but what the page asked for. */
	stop(): void {
		this.#life?.abort();
		this.#life = undefined;
		hosts.delete(this);
		this.#hasBeenReady = false;
		this.#notFound = undefined;
		this.endFrame();
		this.calls.rejectAll(new HostError('DISCONNECTED', 'The element left the page'));
		this.store.set({ channel: 'asking', look: undefined, isOpen: false });
	}

	/** There is something to see, be it only for the browser: a launcher, or a panel with its frame. */
	get isShown(): boolean {
		const { channel, frameState } = this.store.get();
		return channel === 'known' || channel === 'unreachable' || frameState !== 'none';
	}

	/** The element is in another place. Only `moveBefore` keeps the frame's page, and in Firefox not even that. */
	moved(): void {
		if (this.store.get().frame?.isLost) this.goOn();
		// What has left the top layer goes back before anything is laid out.
		else this.store.set({});
	}

	/** With another frame, where the one before it was. */
	goOn(): void {
		this.endFrame();
		this.#startFrame(true);
	}

	/** Attributes have changed. */
	update(settings: HostSettings): void {
		const before = this.store.get().settings;
		const isAnother = (['websiteToken', 'baseUrl', 'mode', 'consent'] as const).some(
			(name) => settings[name] !== before[name],
		);
		if (!this.#life || isAnother) {
			if (this.#life) this.stop();
			return this.start(settings);
		}
		const wishedBefore = this.wishedLocale;
		this.store.set({ settings });
		if (this.wishedLocale !== wishedBefore) void this.speak();
		if (settings.loading !== before.loading) this.planFrame();
	}

	/** The visitor has shown interest: the chat may be opened soon. */
	showInterest(): void {
		// A failure is dealt with when the frame starts.
		loadFrameLink().catch(() => {});
	}

	/** Resolves when the chat shows. Leaves a preview. */
	open(): Promise<void> {
		const { isOpen, channel } = this.store.get();
		if (!isOpen && channel !== 'unknown') {
			this.store.set({ isOpen: true, isPreview: false, keepsFocus: false });
			this.#announceOpening();
			this.emit('open', null);
		}
		return this.call() as Promise<void>;
	}

	/** Also takes a preview away. Only what floats can be closed. */
	close(): Promise<void> {
		const { settings, channel, isOpen, isPreview, frame } = this.store.get();
		if (settings.mode !== 'floating' && channel !== 'unknown') return Promise.resolve();
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

	/** Does what the page asks for, or without `method` waits until the frame listens. */
	call(method?: LateMethod, args?: unknown[]): Promise<unknown> {
		const call = this.calls.make(method, args);
		if (this.#notFound) call.reject(this.#notFound);
		else if (this.#life) this.#begin(call);
		return call.answer;
	}

	/** Tries again after the server or the frame could not be reached. */
	retry(): void {
		this.#startFrame();
	}

	frameReady(frame: Frame): void {
		this.store.set({ frameState: 'ready' });
		if (this.store.get().isOpen) this.#announceOpening();
		for (const call of this.calls) frame.deliver(call);
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

	/** What waits for the frame to listen starts it; the rest depends on the call. */
	#begin(call: Call): void {
		if (!call.method) return this.askFrame(call);
		// Now: browsers open a window only while what the visitor did is handled. Where the chat is in there follows.
		let { args } = call;
		if (call.method === 'popout') {
			const opened = window.open('', popOutName(this.store.get().settings.websiteToken), POP_OUT_FEATURES);
			call.answer.catch(() => closeUnused(opened));
			args = [opened];
		}
		// One after the other: two imports of one module need not resolve in their order. Who the visitor is may depend on
		// the channel.
		const whenClear = () => (isTokenUnclear(this.store.get()) ? this.#met : undefined);
		this.#begun = this.#begun
			.then(whenClear)
			.then(loadFrameLink)
			.then((link) => link.loadMethods())
			.then(
				({ beginCall }) => beginCall(this, call, args),
				(error: unknown) =>
					call.reject(new HostError('FRAME_UNREACHABLE', `What it needs did not load: ${String(error)}`)),
			);
	}

	/** Says what the call has to say, as soon as the frame listens. */
	askFrame(call: Call): void {
		const { frame, frameState } = this.store.get();
		if (frameState === 'ready') frame?.deliver(call);
		else this.#startFrame();
	}

	/** In a task of its own: the one in which the tag comes into the page has work enough. */
	async #meetChannel(signal: AbortSignal): Promise<void> {
		const turn = yieldToPage();
		this.#met = turn.then(() => (signal.aborted ? undefined : this.#askChannel(signal)));
		await turn;
		if (signal.aborted) return;
		const { isOpen, settings } = this.store.get();
		const isFloating = settings.mode === 'floating';
		followViewport((isSmall) => this.store.set({ isMobile: isSmall && isFloating }), signal);
		if (this.wishedLocale) void this.speak();
		if (isOpen) this.#startFrame();
		await this.#met;
		this.planFrame();
	}

	/** Answers why the channel is not known, or nothing. */
	async #askChannel(signal: AbortSignal): Promise<HostError | undefined> {
		try {
			const look = await fetchChannelLook(this.store.get().settings, signal);
			if (signal.aborted) return undefined;
			this.store.set({ channel: 'known', look });
			void this.speak();
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
		this.store.set({ channel: 'unknown' });
		void this.close();
		this.endFrame();
		this.calls.rejectAll(error);
	}

	/** Starts the frame now or later, or leaves it until the visitor shows interest. */
	planFrame(): void {
		const { settings, channel, frameState, isOpen } = this.store.get();
		const isWanted = isOpen || this.calls.needFrame;
		// One that waits for the channel tries once more to reach it, and says so when it cannot.
		const isKept = channel === 'unreachable' && isWanted && frameState === 'none';
		if (!this.#life || (channel !== 'known' && !isKept)) return;
		const { signal } = this.#life;
		if (settings.loading === 'eager' || isWanted) this.#startFrame();
		else whenIdle(() => void this.#startInIdleTime(signal), signal);
	}

	/**
	 * Whether there is news is asked here, not before: reading cookies blocks the page until another process answers. A frame
	 * takes the browser as long again, and gets a task of its own.
	 */
	async #startInIdleTime(signal: AbortSignal): Promise<void> {
		const { settings, look } = this.store.get();
		const mayHaveNews = () => look?.has_campaigns || hasVisitor(this.store.get());
		if (settings.loading !== 'idle' && !(settings.loading === 'auto' && mayHaveNews())) return;
		await yieldToPage();
		if (!signal.aborted) this.#startFrame();
	}

	#startFrame(isMoved = false): void {
		const { channel, frameState } = this.store.get();
		if (!this.#life || channel === 'unknown' || frameState === 'starting' || frameState === 'ready') return;
		// It starts with the channel's answer.
		if (channel === 'asking' && isTokenUnclear(this.store.get())) return;
		this.endFrame();
		this.store.set({ frameState: 'starting' });
		if (channel === 'unreachable') void this.#askAgain(this.#life.signal);
		else this.store.set({ frame: new Frame(this, isMoved) });
	}

	async #askAgain(signal: AbortSignal): Promise<void> {
		const error = await this.#askChannel(signal);
		const isLost = error && (error.data !== undefined || !(await this.#isServed()));
		if (signal.aborted || this.store.get().frameState !== 'starting') return;
		if (isLost) this.#giveUp(error);
		else this.store.set({ frame: new Frame(this) });
	}

	/** Whether there is a server all the same: Chatwoot's has no look to give, and its frame says what there is. */
	#isServed(): Promise<boolean> {
		return loadFrameLink().then(
			({ isServed }) => isServed(this.store.get().settings),
			() => false,
		);
	}

	/** The panel says that the team cannot be reached, and offers to try again. */
	#giveUp(error: HostError): void {
		this.store.set({ frameState: 'unreachable' });
		this.calls.rejectAll(error);
	}

	endFrame(): void {
		this.store.get().frame?.end();
		this.store.set(WITHOUT_FRAME);
	}

	#announceOpening(): void {
		const { frame } = this.store.get();
		frame?.post({ event: 'toggle-open', isOpen: true });
		frame?.post({ event: 'push-event', eventName: 'webwidget.triggered' });
	}

	/** In the language that is wanted now. */
	async speak(): Promise<void> {
		const { locale } = this;
		const texts = await loadTexts(locale);
		// Meanwhile another one may have been wished for.
		if (locale === this.locale) this.store.set({ texts });
	}

	/** The language that the page wishes for, or the channel's. */
	get locale(): string {
		const { look } = this.store.get();
		return chooseLocale(this.wishedLocale, look?.locale);
	}

	/** What the page asks for, such as `pt_BR`, or ''. */
	get wishedLocale(): string {
		const { locale, useBrowserLanguage } = this.store.get().settings;
		return useBrowserLanguage ? navigator.language.replace('-', '_') : locale;
	}

	#report(error: HostError): void {
		this.emit('error', { code: error.code, message: error.message });
	}
}
