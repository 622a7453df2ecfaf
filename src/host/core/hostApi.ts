/**
 * What later code may use of the host (host.ts), so that the parts that load on interest or on
 * demand know nothing of how it begins.
 */
import type { Calls } from './calls.ts';
import type { Channel } from './channel.ts';
import type { FrameLife } from './frameLife.ts';
import type { EmitHostEvent, HostError } from './hostEvents.ts';
import type { GivenTexts } from './givenTexts.ts';
import type { Part, ReadableState, VisitorFacts } from './hostState.ts';
import type { LazyMethod } from './methods.ts';
import type { PanelState } from './panelState.ts';

export interface HostApi {
	readonly store: ReadableState;
	/** The tag. */
	readonly element: Element;
	readonly emit: EmitHostEvent;
	readonly calls: Calls;
	readonly channel: Channel;
	readonly panel: PanelState;
	readonly frame: FrameLife;
	/** For the visitor's memory, which is loaded on interest. */
	readonly visitor: Part<{ visitor: VisitorFacts }>;
	/** The texts that the page has reworded. */
	readonly ownTexts: GivenTexts | null | undefined;
	/**
	 * Aborted when the element leaves the page, or no longer asks for a chat; undefined before and
	 * after.
	 */
	readonly life: AbortSignal | undefined;
	/**
	 * The visitor has shown interest: they may open the chat soon, so its files are requested now,
	 * also by a frame that has listened until then. What a new visitor sees first is drawn by the
	 * page itself, unless that code fails to load.
	 */
	showInterest(): void;
	/**
	 * The page rewords texts of the chat. Like all else, the code for it waits for the visitor's
	 * consent.
	 */
	setTexts(texts: GivenTexts | null | undefined): void;
	/**
	 * Resolves when the chat is shown. A chat that does not float is open already, but perhaps not
	 * where the visitor looks.
	 */
	open(): Promise<void>;
	close(): Promise<void>;
	toggle(): Promise<void>;
	/** Carries out a method for the page, or without `method` waits until the frame listens. */
	call(method?: LazyMethod, args?: unknown[]): Promise<unknown>;
	/** Resolves with the reason if the channel is not known. */
	askChannel(signal: AbortSignal): Promise<HostError | undefined>;
	report(error: HostError): void;
}

/** The hosts of all tags in the page. */
export const hosts = new Set<HostApi>();
