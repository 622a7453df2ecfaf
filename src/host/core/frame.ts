import type { HostToFrame } from '#protocol/hostToFrame.ts';
import { FRAME_LOADED_TIMEOUT, FRAME_TIMEOUT } from '#protocol/limits.ts';
import type { Call } from './calls.ts';
import { runAfter } from './runAfter.ts';

/** The host's end of the bridge to a frame: loaded on interest. */
export interface FrameLink {
	/** Takes any message that reached the page; only the frame's are heard. */
	receive: (event: MessageEvent<unknown>) => void;
	/** Says it to the frame, if that has greeted. */
	post: (message: HostToFrame) => void;
	/** Says what the call has to say, if that is known, or ends one that only waited for the frame. */
	deliver: (call: Call) => void;
	/** The tag has left the page: another one that came in the same step goes on with what is shown here. */
	handOver: () => void;
}

/**
 * One life of the iframe, from its address until it is taken away, moved or tried again. It listens before the iframe is
 * inserted; what the frame says before the link has loaded waits for it.
 */
export interface Frame {
	/** Tells one life from the next, also at the same address. */
	readonly key: number;
	/** Where its document is. */
	readonly address: string;
	readonly origin: string;
	/** It shows nothing that it remembers until it knows for whom. */
	readonly awaitsUser: boolean;
	/** Aborted when it ends. */
	readonly signal: AbortSignal;
	readonly window: WindowProxy | null;
	/** The browser has thrown its page away. */
	readonly isLost: boolean;
	readonly iframe: HTMLIFrameElement | null;
	/** Undefined until its code has loaded. */
	readonly link: FrameLink | undefined;
	/** The view hands over the iframe that it has inserted, and null when it takes it away. */
	attach: (iframe: HTMLIFrameElement | null) => void;
	/** The iframe's page is there: from now on it can be lost. */
	keepWindow: () => void;
	/** The iframe's `load`, which browsers also fire for their own error pages: the frame should have spoken by then. */
	documentLoaded: () => Promise<void>;
	end: () => void;
}

let count = 0;

/** @param onFailure it cannot be shown */
export function createFrame(
	address: string,
	awaitsUser: boolean,
	openLink: (frame: Frame) => Promise<FrameLink>,
	onFailure: (frame: Frame, reason: string) => void,
): Frame {
	const life = new AbortController();
	const { signal } = life;
	let link: FrameLink | undefined;
	let iframe: HTMLIFrameElement | null = null;
	/** What the iframe had when its page spoke, or had loaded: asked before that, the browser would make one for an empty page. */
	let page: WindowProxy | undefined;

	const frame: Frame = {
		key: (count += 1),
		address,
		// A page without an origin, in a sandbox, hands that down to its frames.
		origin: self.origin === 'null' ? 'null' : new URL(address).origin,
		awaitsUser,
		signal,
		get window() {
			return iframe?.contentWindow ?? null;
		},
		get isLost() {
			return page !== undefined && frame.window !== page;
		},
		get iframe() {
			return iframe;
		},
		get link() {
			return link;
		},
		attach(inserted) {
			iframe = inserted;
		},
		keepWindow() {
			page = frame.window ?? undefined;
		},
		async documentLoaded() {
			frame.keepWindow();
			await opened;
			expectWord(FRAME_LOADED_TIMEOUT);
		},
		end: () => life.abort(),
	};

	function fail(reason: string) {
		if (!signal.aborted) onFailure(frame, reason);
	}

	function expectWord(milliseconds: number) {
		runAfter(milliseconds, () => fail(`it said nothing for ${milliseconds} ms`), signal);
	}

	async function receive(event: MessageEvent<unknown>) {
		await opened;
		if (!signal.aborted) link?.receive(event);
	}

	const opened = openLink(frame).then(
		(loaded) => (link = loaded),
		(error: unknown) => fail(`its link did not load (${String(error)})`),
	);
	addEventListener('message', (event) => void receive(event), { signal });
	expectWord(FRAME_TIMEOUT);
	return frame;
}
