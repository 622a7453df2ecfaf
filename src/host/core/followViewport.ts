/** Viewports up to this many CSS pixels wide show the panel over the whole screen. */
const MOBILE_MAX_WIDTH = 668;

/** Viewports up to this many CSS pixels high do the same, such as a phone on its side. */
const MOBILE_MAX_HEIGHT = 430;

/**
 * Calls back now and at every change with whether the viewport is so small that the panel covers
 * it.
 */
export function followViewport(onChange: (isMobile: boolean) => void, signal: AbortSignal): void {
	const small = matchMedia(`(max-width: ${MOBILE_MAX_WIDTH}px), (max-height: ${MOBILE_MAX_HEIGHT}px)`);
	onChange(small.matches);
	small.addEventListener('change', () => onChange(small.matches), { signal });
}
