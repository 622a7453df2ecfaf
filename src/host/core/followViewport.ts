import { MOBILE_MAX_HEIGHT, MOBILE_MAX_WIDTH } from '#protocol/limits.ts';

/** Calls back now and at every change with whether the viewport is so small that the panel covers it. */
export function followViewport(onChange: (isMobile: boolean) => void, signal: AbortSignal): void {
	const small = matchMedia(`(max-width: ${MOBILE_MAX_WIDTH}px), (max-height: ${MOBILE_MAX_HEIGHT}px)`);
	onChange(small.matches);
	small.addEventListener('change', () => onChange(small.matches), { signal });
}
