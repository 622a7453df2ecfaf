import type { Call, Calls } from './calls.ts';
import { createFrame, type Frame, type FrameLink } from './frame.ts';
import { HostError } from './hostEvents.ts';
import type { FrameFacts, FrameReport, Part } from './hostState.ts';
import { productUrl } from './productUrl.ts';
import { hasVisitor, needsChannelForToken, nextToken } from './visitorCookies.ts';
import { yieldToPage } from './yieldToPage.ts';
import { runAfter } from './runAfter.ts';

export const WITHOUT_FRAME = {
	frame: undefined,
	frameState: 'none',
	previewHeight: undefined,
	unreadCount: 0,
	connection: 'idle',
	isDrawn: false,
	bubbleLabel: undefined,
} as const satisfies FrameFacts;

/** What a frame's life depends on. */
interface FrameNeeds {
	readonly calls: Calls;
	readonly channel: { requestedLocale: () => string };
	readonly panel: { preview: (isPreview: boolean) => void };
	/**
	 * Aborted when the element leaves the page, or no longer asks for a chat; undefined before and
	 * after.
	 */
	readonly life: AbortSignal | undefined;
	openLink: (frame: Frame) => Promise<FrameLink>;
	/** Loads what a new visitor sees first, and draws it where there is a frame. */
	drawFirstView: () => void;
	/**
	 * Tries to reach a server that did not answer before. Resolves with the reason if it cannot be
	 * reached.
	 */
	findServer: (signal: AbortSignal) => Promise<HostError | undefined>;
	report: (error: HostError) => void;
}

/**
 * `moved`: the frame goes on where the one before it was. `expected`: the visitor may open it soon,
 * so it loads the view's files.
 */
type StartReason = 'moved' | 'expected';

/**
 * Decides when there is a frame: starts it, tries again after a failure, replaces it when it moves,
 * and removes it.
 */
export interface FrameLife {
	/** Starts the frame now or later, or leaves it until the visitor shows interest. */
	plan: () => void;
	/**
	 * Starts the frame unless there is one. @param why undefined where it may stay closed for long
	 */
	start: (why?: StartReason) => void;
	/** Replaces the frame by another one, which goes on where it was. */
	goOn: () => void;
	/**
	 * The element is in another place of the page. Only `moveBefore` keeps the frame's page, and in
	 * Firefox not even that does.
	 */
	moved: () => void;
	/** Records what the frame reports about itself. */
	report: (change: Partial<FrameReport> | { frameState: 'ready' }) => void;
	/** Delivers the call's request as soon as the frame listens. */
	ask: (call: Call) => void;
	end: () => void;
}

export function createFrameLife({ get, set }: Part<FrameFacts>, host: FrameNeeds): FrameLife {
	function start(why?: StartReason) {
		const { channel, frameState } = get();
		const { life } = host;
		if (!life || channel === 'unknown' || frameState === 'starting' || frameState === 'ready') return;
		// The channel's answer starts the frame.
		if (channel === 'asking' && needsChannelForToken(get())) return;
		end();
		set({ frameState: 'starting' });
		if (channel === 'unreachable') void askAgain(life);
		else insert(why);
	}

	function goOn() {
		end();
		start('moved');
	}

	function end() {
		get().frame?.end();
		host.panel.preview(false);
		set(WITHOUT_FRAME);
	}

	function insert(why?: StartReason) {
		const state = get();
		const { settings, isOpen, visitor } = state;
		const awaitsUser = host.calls.isSettingUser;
		const address = productUrl(settings, '/widget', {
			cw_conversation: nextToken(state),
			locale: host.channel.requestedLocale(),
			view: isOpen ? 'open' : why === 'expected' ? why : 'closed',
			color_scheme: settings.darkMode,
			origin: self.origin,
			resume: why === 'moved' ? '1' : undefined,
			ask: settings.askBefore,
			user: awaitsUser ? 'pending' : visitor.isIsolated ? 'apart' : undefined,
		});
		set({ frame: createFrame(address, awaitsUser, host.openLink, fail) });
	}

	/**
	 * Whether there may be news is determined here, not before: reading cookies blocks the page
	 * until another process answers. Inserting a frame takes the browser as long again, and gets a
	 * task of its own.
	 */
	async function startInIdleTime(life: AbortSignal) {
		const { settings, look } = get();
		if (!/auto|idle/.test(settings.loading)) return;
		if (settings.loading === 'auto' && !look?.has_campaigns && !hasVisitor(get())) {
			// Who taps has shown no interest before, in which it could load.
			if (!navigator.connection?.saveData) host.drawFirstView();
			return;
		}
		await yieldToPage();
		if (!life.aborted) start();
	}

	async function askAgain(life: AbortSignal) {
		const error = await host.findServer(life);
		if (life.aborted || get().frameState !== 'starting') return;
		if (error) giveUp(error);
		else insert();
	}

	function fail(failed: Frame, reason: string) {
		const { frame, frameState, settings } = get();
		if (frame !== failed || frameState !== 'starting') return;
		const error = new HostError('FRAME_UNREACHABLE', `${settings.baseUrl} cannot be shown: ${reason}`);
		giveUp(error);
		host.report(error);
	}

	/** Makes the panel say that the team cannot be reached, and offer to try again. */
	function giveUp(error: HostError) {
		set({ frameState: 'unreachable' });
		host.calls.rejectAll(error);
	}

	return {
		plan() {
			const { settings, channel, frameState, isOpen, isHidden } = get();
			const { life, calls } = host;
			const isWanted = isOpen || calls.needFrame;
			// An open panel, or a call that waits, starts a frame although the server did not
			// answer for the channel: the start asks once more, and reports when that fails.
			const isKept = channel === 'unreachable' && isWanted && frameState === 'none';
			if (!life || (isHidden && !isWanted) || (channel !== 'known' && !isKept)) return;
			if (settings.loading === 'eager' || isWanted) start();
			else whenIdle(() => void startInIdleTime(life), life);
		},
		start,
		goOn,
		moved() {
			if (get().frame?.isLost) goOn();
			// An element that was moved has left the top layer; a render puts it back before the
			// browser's next layout.
			else set({});
		},
		report: set,
		ask(call) {
			const { frame, frameState } = get();
			if (frameState === 'ready') frame?.link?.deliver(call);
			else start();
		},
		end,
	};
}

/**
 * Calls back once the page has loaded and the browser is idle, unless `signal` is aborted before.
 */
function whenIdle(callback: () => void, signal: AbortSignal): void {
	if (document.readyState !== 'complete') {
		addEventListener('load', () => whenIdle(callback, signal), { once: true, signal });
	} else if ('requestIdleCallback' in window) {
		const handle = requestIdleCallback(callback);
		signal.addEventListener('abort', () => cancelIdleCallback(handle), { once: true });
	} else {
		// WebKit has no idle callback. A task of its own after `load` is the closest to it.
		runAfter(0, callback, signal);
	}
}
