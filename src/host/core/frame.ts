import type { HostToFrame } from '#protocol/frame/hostToFrame.ts';
import type { Call } from './calls.ts';
import { runAfter } from './runAfter.ts';

/** A frame that has sent no message this long after it started is unreachable. */
const FRAME_TIMEOUT = 30_000;

/** The same, after its document has loaded. */
const FRAME_LOADED_TIMEOUT = 3_000;

/** The host's end of the bridge to a frame: loaded on interest. */
export interface FrameLink {
	/**
	 * Takes any message that the page receives; those of other windows than the frame are ignored.
	 */
	receive: (event: MessageEvent<unknown>) => void;
	/** Posts the message to the frame, if the frame has greeted. */
	post: (message: HostToFrame) => void;
	/**
	 * Posts the call's request, if it is determined, or resolves a call that only waited for the
	 * frame.
	 */
	deliver: (call: Call) => void;
	/**
	 * The tag has left the page: if another one was inserted in the same task, it goes on with what
	 * is shown here.
	 */
	handOver: () => void;
}

/**
 * One life of the iframe, from its address until it is removed, moved or tried again. Listens
 * before the iframe is inserted; messages that arrive before the link has loaded wait for it.
 */
export interface Frame {
	/** Distinguishes this life from the next, also at the same address. */
	readonly key: number;
	/** The address of its document. */
	readonly address: string;
	readonly origin: string;
	/** The frame shows nothing that it remembers until the page has set the user. */
	readonly awaitsUser: boolean;
	/** Aborted when this life ends. */
	readonly signal: AbortSignal;
	readonly window: WindowProxy | null;
	/** Whether the browser has discarded the frame's page. */
	readonly isLost: boolean;
	readonly iframe: HTMLIFrameElement | null;
	/** Undefined until its code has loaded. */
	readonly link: FrameLink | undefined;
	/** The view hands over the iframe that it has inserted, and null when it takes it away. */
	attach: (iframe: HTMLIFrameElement | null) => void;
	/** The iframe's page has loaded: from now on it can be lost. */
	rememberWindow: () => void;
	/**
	 * Handles the iframe's `load`, which browsers also fire for their own error pages: the frame
	 * should have posted a message by then.
	 */
	documentLoaded: () => Promise<void>;
	end: () => void;
}

let count = 0;

/** @param onFailure called when the frame cannot be shown */
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
	/**
	 * The iframe's window when its page had posted or loaded. To read it earlier would make the
	 * browser create one for an empty page.
	 */
	let page: WindowProxy | undefined;

	const frame: Frame = {
		key: (count += 1),
		address,
		// A page without an origin, in a sandbox, gives its frames none either.
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
		rememberWindow() {
			page = frame.window ?? undefined;
		},
		async documentLoaded() {
			frame.rememberWindow();
			await opened;
			failUnlessMessageWithin(FRAME_LOADED_TIMEOUT);
		},
		end: () => life.abort(),
	};

	function fail(reason: string) {
		if (!signal.aborted) onFailure(frame, reason);
	}

	function failUnlessMessageWithin(milliseconds: number) {
		runAfter(milliseconds, () => fail(`it said nothing for ${milliseconds} ms`), signal);
	}

	async function receive(event: MessageEvent<unknown>) {
		await opened;
		if (!signal.aborted) link?.receive(event);
	}

	const opened = openLink(frame).then(
		(loaded) => (link = loaded),
		(error: unknown) => fail(`its code did not load (${String(error)})`),
	);
	addEventListener('message', (event) => void receive(event), { signal });
	failUnlessMessageWithin(FRAME_TIMEOUT);
	return frame;
}
