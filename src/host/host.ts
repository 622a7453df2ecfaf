/**
 * One widget on a page, from the moment its element enters the page until it leaves. `channel`,
 * `panel` and `frame` own the parts of its state; this class does what concerns several of them.
 */
import { POP_OUT_FEATURES, popOutName } from '#protocol/frame/popOut.ts';
import { type Call, Calls } from './core/calls.ts';
import { type Channel, createChannel } from './core/channel.ts';
import { closeUnusedWindow } from './core/closeUnusedWindow.ts';
import type { Frame, FrameLink } from './core/frame.ts';
import { createFrameLife, type FrameLife, WITHOUT_FRAME } from './core/frameLife.ts';
import { type HostApi, hosts } from './core/hostApi.ts';
import { type EmitHostEvent, HostError } from './core/hostEvents.ts';
import type { HostState, Part, ReadableState, VisitorFacts } from './core/hostState.ts';
import type { LazyMethod } from './core/methods.ts';
import { beginsOpen } from './core/openState.ts';
import { createPanelState, type PanelState } from './core/panelState.ts';
import type { HostSettings } from './core/settings.ts';
import { createStore } from './core/store.ts';
import { english } from './core/texts.ts';
import { hasVisitor, needsChannelForToken } from './core/visitorCookies.ts';
import { yieldToPage } from './core/yieldToPage.ts';

/** Loads on interest what only a page with a frame needs. */
function loadFrameLink() {
	return import('./onInterest/frameLink.ts');
}

/** Loads what a page needs only once it calls a method, or its server did not answer. */
async function loadMethods() {
	return (await loadFrameLink()).loadMethods();
}

export class Host implements HostApi {
	readonly store: ReadableState;
	readonly element: Element;
	readonly emit: EmitHostEvent;
	readonly calls = new Calls();
	readonly channel: Channel;
	readonly panel: PanelState;
	readonly frame: FrameLife;
	readonly visitor: Part<{ visitor: VisitorFacts }>;
	ownTexts: HostApi['ownTexts'];
	#callQueue: Promise<unknown> = Promise.resolve();
	/** Lasts from `start` to `stop`. */
	#life: AbortController | undefined;
	/** Settles when the server has answered for the channel, or has failed to. */
	#loading: Promise<unknown> | undefined;
	/** The reason why there is no launcher. */
	#notFound: HostError | undefined;

	constructor(element: Element, settings: HostSettings, emit: EmitHostEvent) {
		const state = createStore<HostState>({
			settings,
			texts: english,
			channel: 'asking',
			look: undefined,
			visitor: {},
			...WITHOUT_FRAME,
			isOpen: false,
			isPreview: false,
			isMobile: false,
		});
		this.store = state;
		this.visitor = state;
		this.element = element;
		this.emit = (name, detail) => {
			emit(name, detail);
			if (!this.store.get().settings.dataLayer) return;
			// In the order of the events: two imports of one module need not resolve in theirs.
			this.#callQueue = this.#callQueue.then(loadMethods).then(({ note }) => note(name, detail), console.debug);
		};
		this.channel = createChannel(state);
		this.panel = createPanelState(state, this.emit);
		this.frame = createFrameLife(state, this);
	}

	/**
	 * The element has entered the page, or what it asks for has changed. Without a website token,
	 * or without the visitor's consent, the host waits for that.
	 */
	start(settings: HostSettings): void {
		const { websiteToken, baseUrl } = this.store.get().settings;
		// The visitor of another channel is not known here, and their token must not be sent to
		// another server.
		if (settings.websiteToken !== websiteToken || settings.baseUrl !== baseUrl) this.visitor.set({ visitor: {} });
		this.channel.configure(settings);
		const { isOpen } = this.store.get();
		const isHidden = Boolean(settings.hide || settings.hideOn);
		this.panel.set(isOpen || (!isHidden && beginsOpen(settings)), !isOpen, isHidden);
		if (!settings.websiteToken || settings.consent === 'required') return;
		this.#life = new AbortController();
		hosts.add(this);
		void this.#loadChannel(this.#life.signal);
		this.setTexts(this.ownTexts);
		for (const call of this.calls) this.#begin(call);
	}

	/** Removes everything except what the page asked for. */
	stop(): void {
		this.#life?.abort();
		this.#life = undefined;
		hosts.delete(this);
		// One of them may show the launcher now.
		for (const other of hosts) other.channel.configure(other.store.get().settings);
		this.#notFound = undefined;
		this.calls.rejectAll(new HostError('DISCONNECTED', 'The element left the page'));
		this.frame.end();
		this.channel.update({ channel: 'asking', look: undefined });
		this.panel.set(false, false);
	}

	/** Whether the element has something to render: a launcher, or a panel with its frame. */
	get isShown(): boolean {
		const { channel, frameState } = this.store.get();
		return channel === 'known' || channel === 'unreachable' || frameState !== 'none';
	}

	/** Whether the launcher is this tag's: of several for one website, the first one has it. */
	get hasLauncher(): boolean {
		const { websiteToken } = this.store.get().settings;
		const has = ({ store }: HostApi) => {
			const { settings } = store.get();
			return settings.websiteToken === websiteToken && settings.mode === 'floating' && !settings.hideMessageBubble;
		};
		return [...hosts].find(has) === this;
	}

	get life(): AbortSignal | undefined {
		return this.#life?.signal;
	}

	/** Attributes have changed. */
	update(settings: HostSettings): void {
		const { settings: before, look } = this.store.get();
		const isAnother = (['websiteToken', 'baseUrl', 'mode', 'consent', 'hide', 'hideOn', 'openOn'] as const).some(
			(name) => settings[name] !== before[name],
		);
		if (!this.#life || isAnother) {
			if (this.#life) this.stop();
			return this.start(settings);
		}
		this.channel.configure(settings);
		void this.channel.setLocale();
		// The owner's words are in the language that was asked for.
		if (settings.locale !== before.locale && look?.has_locales) void this.askChannel(this.#life.signal);
		if (settings.loading !== before.loading) this.frame.plan();
	}

	showInterest(): void {
		this.frame.start('expected');
		const state = this.store.get();
		state.frame?.link?.post({ event: 'interest' });
		if (!hasVisitor(state)) this.drawFirstView();
	}

	setTexts(texts: HostApi['ownTexts']): void {
		// None after some takes them away again.
		this.ownTexts = texts ?? (this.ownTexts && null);
		if (!this.#life || this.ownTexts === undefined) return;
		loadMethods()
			.then(({ followTexts }) => followTexts(this))
			.catch(console.debug);
	}

	open(): Promise<void> {
		if (!this.panel.isFloating())
			loadMethods()
				.then(({ bringIntoView }) => bringIntoView(this))
				.catch(console.debug);
		return this.#setOpen('open');
	}

	close(): Promise<void> {
		return this.#setOpen('close');
	}

	/** Opens or closes the panel, at once or when the page has been asked. */
	#setOpen(about: 'open' | 'close'): Promise<void> {
		const act = () => {
			this.panel[about]();
			return (about === 'open' ? this.call() : Promise.resolve()) as Promise<void>;
		};
		if (!/open|close/.test(this.store.get().settings.askBefore)) return act();
		return import('./onDemand/hideAndOpen.ts').then(({ askPage }) => askPage(this, about, act), act);
	}

	toggle(): Promise<void> {
		return this.store.get().isOpen && this.panel.isFloating() ? this.close() : this.open();
	}

	call(method?: LazyMethod, args?: unknown[]): Promise<unknown> {
		const call = this.calls.make(method, args);
		if (this.#notFound) call.reject(this.#notFound);
		else if (this.#life) this.#begin(call);
		return call.answer;
	}

	drawFirstView(): void {
		import('./onInterest/firstView.tsx').then(({ drawFirstView }) => drawFirstView(this)).catch(console.debug);
	}

	readonly openLink = async (frame: Frame): Promise<FrameLink> => (await loadFrameLink()).openFrameLink(frame, this);

	findServer(signal: AbortSignal): Promise<HostError | undefined> {
		return loadMethods().then(
			({ findServer }) => findServer(this, signal),
			() => this.askChannel(signal),
		);
	}

	async askChannel(signal: AbortSignal): Promise<HostError | undefined> {
		const error = await this.channel.load(signal);
		if (error?.code === 'WEB_WIDGET_NOT_FOUND') this.#hide(error);
		if (error) this.report(error);
		return error;
	}

	report({ code, message }: HostError): void {
		this.emit('error', { code, message });
	}

	/** A call that waits for the frame starts it; for the others it depends on the method. */
	#begin(call: Call): void {
		if (!call.method) return this.frame.ask(call);
		// The window is opened now: browsers allow it only while they handle the visitor's action.
		// The chat is shown in it later.
		let { args } = call;
		if (call.method === 'popout') {
			const opened = window.open('', popOutName(this.store.get().settings.websiteToken), POP_OUT_FEATURES);
			call.answer.catch(() => closeUnusedWindow(opened));
			args = [opened];
		}
		// Calls begin one after the other: two imports of one module need not resolve in their
		// order. Who the visitor is may depend on the channel.
		const whenChannelKnown = () => (needsChannelForToken(this.store.get()) ? this.#loading : undefined);
		this.#callQueue = this.#callQueue
			.then(whenChannelKnown)
			.then(loadMethods)
			.then(
				({ beginCall }) => beginCall(this, call, args),
				(error: unknown) => call.reject(new HostError('FRAME_UNREACHABLE', `its code did not load (${String(error)})`)),
			);
	}

	/**
	 * Runs in a task of its own, since the task in which the tag enters the page has enough work
	 * already.
	 */
	async #loadChannel(signal: AbortSignal): Promise<void> {
		const turn = yieldToPage();
		this.#loading = turn.then(() => (signal.aborted ? undefined : this.askChannel(signal)));
		await turn;
		if (signal.aborted) return;
		this.panel.followViewport(signal);
		void this.channel.setLocale();
		const { settings, isOpen, isHidden } = this.store.get();
		if (isOpen) this.frame.start();
		await this.#loading;
		if (isHidden || settings.openOn) {
			// Without that code the chat is shown, and opens only when it is asked for.
			const show = () => this.panel.set(isOpen, true);
			await import('./onDemand/hideAndOpen.ts').then((loaded) => loaded.hideAndOpen(this, signal, loadFrameLink), show);
		}
		this.frame.plan();
	}

	#hide(error: HostError): void {
		console.warn(`live-chat-widget: no launcher: ${error.message}.`);
		this.#notFound = error;
		this.panel.close();
		this.frame.end();
		this.calls.rejectAll(error);
	}
}
