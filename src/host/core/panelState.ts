import { followViewport } from './followViewport.ts';
import type { EmitHostEvent } from './hostEvents.ts';
import type { PanelFacts, Part } from './hostState.ts';

/** Whether the panel is open, or shows a preview, and how much room it has. What does not float is always open. */
export interface PanelState {
	/** It is so without having been opened or closed: as the page has it, or as that of a tag was whose place it takes. */
	put: (isOpen: boolean, keepsFocus: boolean) => void;
	/** Leaves a preview. Nothing opens where there is no channel. */
	open: () => void;
	/** Also takes a preview away. Only what floats can be closed, or what has no channel. */
	close: () => void;
	/** The frame wishes to show something while the panel is closed, or no longer. */
	preview: (isPreview: boolean) => void;
	/** Tells the frame that the panel is open. */
	announce: () => void;
	followViewport: (signal: AbortSignal) => void;
}

export function createPanelState({ get, set }: Part<PanelFacts>, emit: EmitHostEvent): PanelState {
	const isFloating = () => get().settings.mode === 'floating';
	const say = (isOpen: boolean) => get().frame?.link?.post({ event: 'toggle-open', isOpen });

	function announce() {
		say(true);
		get().frame?.link?.post({ event: 'push-event', eventName: 'webwidget.triggered' });
	}

	return {
		put: (isOpen, keepsFocus) => set({ isOpen, keepsFocus }),
		open() {
			const { isOpen, channel } = get();
			if (isOpen || channel === 'unknown') return;
			set({ isOpen: true, isPreview: false, keepsFocus: false });
			announce();
			emit('open', null);
		},
		close() {
			const { channel, isOpen, isPreview } = get();
			if (!isFloating() && channel !== 'unknown') return;
			if (isOpen || isPreview) {
				set({ isOpen: false, isPreview: false });
				say(false);
			}
			if (isOpen) emit('close', null);
		},
		preview: (isPreview) => set({ isPreview: isPreview && !get().isOpen }),
		announce,
		followViewport: (signal) => followViewport((isSmall) => set({ isMobile: isSmall && isFloating() }), signal),
	};
}
