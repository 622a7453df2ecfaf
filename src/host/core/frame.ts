import type { HostToFrame } from '#protocol/hostToFrame.ts';
import { FRAME_LOADED_TIMEOUT, FRAME_TIMEOUT } from '#protocol/limits.ts';
import type { Call } from './calls.ts';
import type { FrameLink } from '../onInterest/frameLink.ts';
import type { Host } from './host.ts';
import { productUrl } from './productUrl.ts';
import { runAfter } from './runAfter.ts';
import { visitorToken } from './visitorCookies.ts';

/** What only a page with a frame needs: loaded on interest. */
export function loadFrameLink() {
	return import('../onInterest/frameLink.ts');
}

let count = 0;

/**
 * One life of the iframe, from its address until it is taken away, moved or tried again. It listens before the iframe is
 * inserted; what the frame says before the link has loaded waits for it.
 */
export class Frame {
	/** Tells one life from the next, also at the same address. */
	readonly key = (count += 1);
	readonly address: string;
	readonly origin: string;
	/** It shows nothing that it remembers until it knows for whom. */
	readonly awaitsUser: boolean;
	readonly #life = new AbortController();
	/** Undefined when it did not load; then the frame has failed. */
	readonly #link: Promise<FrameLink | undefined>;
	readonly #host: Host;
	#openLink: FrameLink | undefined;
	#iframe: HTMLIFrameElement | null = null;
	/** What the iframe had when its page spoke, or had loaded: asked before that, the browser would make one for an empty page. */
	#window: WindowProxy | undefined;

	/** @param isMoved goes on where the one before it was */
	constructor(host: Host, isMoved = false) {
		const state = host.store.get();
		const { settings, isOpen } = state;
		const { memory } = host;
		this.#host = host;
		this.awaitsUser = host.calls.setUser;
		this.address = productUrl(settings, '/widget', {
			cw_conversation: memory ? memory.token : visitorToken(state),
			locale: host.wishedLocale,
			view: isOpen ? 'open' : 'closed',
			color_scheme: settings.darkMode,
			origin: self.origin,
			resume: isMoved ? '1' : undefined,
			user: this.awaitsUser ? 'pending' : memory?.isApart ? 'apart' : undefined,
		});
		// A page without an origin, in a sandbox, hands that down to its frames.
		this.origin = self.origin === 'null' ? 'null' : new URL(this.address).origin;
		this.#link = this.#loadLink();
		addEventListener('message', (event) => void this.#receive(event), { signal: this.signal });
		runAfter(FRAME_TIMEOUT, () => this.#fail(`it said nothing for ${FRAME_TIMEOUT} ms`), this.signal);
	}

	get signal(): AbortSignal {
		return this.#life.signal;
	}

	get window(): WindowProxy | null {
		return this.#iframe?.contentWindow ?? null;
	}

	/** The browser has thrown its page away. */
	get isLost(): boolean {
		return this.#window !== undefined && this.window !== this.#window;
	}

	get iframe(): HTMLIFrameElement | null {
		return this.#iframe;
	}

	/** The view hands over the iframe that it has inserted, and null when it takes it away. */
	attach(iframe: HTMLIFrameElement | null): void {
		this.#iframe = iframe;
	}

	/** The iframe's page is there: from now on it can be lost. */
	keepWindow(): void {
		this.#window = this.window ?? undefined;
	}

	/** The iframe's `load`, which browsers also fire for their own error pages: the frame should have spoken by then. */
	async documentLoaded(): Promise<void> {
		this.keepWindow();
		await this.#link;
		const complain = () => this.#fail(`it said nothing for ${FRAME_LOADED_TIMEOUT} ms after it loaded`);
		runAfter(FRAME_LOADED_TIMEOUT, complain, this.signal);
	}

	/** Says it, if the frame listens by now. */
	post(message: HostToFrame): void {
		this.#openLink?.post(message);
	}

	/** Says what the call has to say, if that is known and the frame listens; both ask for it. */
	deliver(call: Call): void {
		this.#openLink?.deliver(call);
	}

	end(): void {
		this.#life.abort();
	}

	async #loadLink(): Promise<FrameLink | undefined> {
		try {
			const { openFrameLink } = await loadFrameLink();
			this.#openLink = openFrameLink(this, this.#host);
		} catch (error) {
			this.#fail(`its link did not load (${String(error)})`);
		}
		return this.#openLink;
	}

	async #receive(event: MessageEvent<unknown>): Promise<void> {
		const link = await this.#link;
		if (!this.signal.aborted) link?.receive(event);
	}

	#fail(reason: string): void {
		if (!this.signal.aborted) this.#host.frameFailed(this, reason);
	}
}
