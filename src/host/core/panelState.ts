import type { EmitHostEvent } from './hostEvents.ts';
import type { PanelFacts, Part } from './hostState.ts';

/**
 * Whether the panel is open or shows a preview, and whether it covers the viewport. A panel that
 * does not float is always open.
 */
export interface PanelState {
	/** Whether it is one that visitors open and close. */
	isFloating: () => boolean;
	/**
	 * Sets the state without an event: as the page's mode demands, or as it was in the tag that
	 * this one replaces.
	 */
	set: (isOpen: boolean, keepsFocus: boolean, isHidden?: boolean) => void;
	/** Opens the panel, also from a preview. It stays closed where there is no channel. */
	open: (keepsFocus?: boolean) => void;
	/**
	 * Closes the panel, or a preview. A panel that does not float is only closed where there is no
	 * channel.
	 */
	close: () => void;
	/** Shows a preview in the closed panel, or ends it, as the frame asks for. */
	preview: (isPreview: boolean) => void;
	/** Tells the frame that the panel is open. */
	announce: () => void;
	followViewport: (signal: AbortSignal) => void;
}

export function createPanelState({ get, set }: Part<PanelFacts>, emit: EmitHostEvent): PanelState {
	const isFloating = () => get().settings.mode === 'floating';
	const report = (isOpen: boolean) => get().frame?.link?.post({ event: 'toggle-open', isOpen });

	const announce = () => report(true);

	return {
		isFloating,
		set: (isOpen, keepsFocus, isHidden = false) => set({ isOpen, keepsFocus, isHidden }),
		open(keepsFocus = false) {
			const { isOpen, channel } = get();
			if (isOpen || channel === 'unknown') return;
			set({ isOpen: true, isPreview: false, keepsFocus });
			announce();
			emit('open', null);
		},
		close() {
			const { channel, isOpen, isPreview } = get();
			if (!isFloating() && channel !== 'unknown') return;
			if (isOpen || isPreview) {
				set({ isOpen: false, isPreview: false });
				report(false);
			}
			if (isOpen) emit('close', null);
		},
		preview: (isPreview) => set({ isPreview: isPreview && !get().isOpen }),
		announce,
		followViewport: (signal) => followViewport((isSmall) => set({ isMobile: isSmall && isFloating() }), signal),
	};
}

/** Viewports up to this many CSS pixels wide show the panel over the whole screen. */
const MOBILE_MAX_WIDTH = 668;

/** Viewports up to this many CSS pixels high do the same, such as a phone on its side. */
const MOBILE_MAX_HEIGHT = 430;

/**
 * Calls back now and at every change with whether the viewport is so small that the panel covers
 * it.
 */
function followViewport(onChange: (isMobile: boolean) => void, signal: AbortSignal): void {
	const small = matchMedia(`(max-width: ${MOBILE_MAX_WIDTH}px), (max-height: ${MOBILE_MAX_HEIGHT}px)`);
	onChange(small.matches);
	small.addEventListener('change', () => onChange(small.matches), { signal });
}
