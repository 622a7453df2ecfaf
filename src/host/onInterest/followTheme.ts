/**
 * Tells the frame those of the page's `--lcw-*` properties that apply in it, now and whenever the
 * page changes them.
 */
import type { FrameTheme } from '#protocol/entities/frameTheme.ts';
import type { Frame } from '../core/frame.ts';
import type { HostApi } from '../core/hostApi.ts';

/**
 * Custom property → the property by which the browser computes its value: colours of any kind
 * become `rgb()`.
 */
const WORKED_OUT = {
	color: ['--lcw-color', 'color'],
	surface: ['--lcw-surface', 'background-color'],
	text: ['--lcw-text', 'outline-color'],
	font: ['--lcw-font', 'font-family'],
	/**
	 * Where the first font of `--lcw-font` is, as `url("https://…")`, for the chat in the frame:
	 * see "A font of your own".
	 */
	fontSrc: ['--lcw-font-src', '--_font-src'],
	radius: ['--lcw-radius', 'border-top-left-radius'],
} as const satisfies Record<keyof FrameTheme, readonly [string, string]>;

const SCHEMES = { light: 'light', dark: 'dark', auto: 'light dark' } as const;

/**
 * Returns the function that posts the theme, which the caller calls once the frame listens. An
 * invisible element has the properties, and its transitions report a change: while nothing changes,
 * this costs the page nothing.
 */
export function followTheme(frame: Frame, host: HostApi): () => void {
	let told = '{}';
	let probe: HTMLElement | undefined;

	function post() {
		probe ??= insertProbe();
		if (!probe) return;
		probe.style.colorScheme = SCHEMES[host.store.get().settings.darkMode];
		const theme = readTheme(probe);
		const text = JSON.stringify(theme);
		if (text === told) return;
		told = text;
		frame.link?.post({ event: 'set-theme', theme });
	}

	function insertProbe(): HTMLElement | undefined {
		const root = frame.iframe?.getRootNode();
		if (!(root instanceof ShadowRoot)) return undefined;
		const element = document.createElement('span');
		const { style } = element;
		style.position = 'fixed';
		style.visibility = 'hidden';
		for (const [name, property] of Object.values(WORKED_OUT)) style.setProperty(property, `var(${name})`);
		style.transition = Object.values(WORKED_OUT)
			.map(([, property]) => `${property} 1ms allow-discrete`)
			.join();
		for (const end of ['transitionend', 'transitioncancel']) element.addEventListener(end, post);
		root.append(element);
		return element;
	}

	const unfollow = host.store.subscribe(() => {
		if (probe) probe.style.colorScheme = SCHEMES[host.store.get().settings.darkMode];
	});
	frame.signal.addEventListener('abort', () => {
		unfollow();
		probe?.remove();
	});
	return post;
}

/**
 * Returns only properties that the page has set and the browser knows: for the others the frame has
 * defaults of its own, for light and for dark.
 */
function readTheme(probe: Element): FrameTheme {
	const computed = getComputedStyle(probe);
	return Object.fromEntries(
		Object.entries(WORKED_OUT)
			.filter(([, [name, property]]) => {
				const value = computed.getPropertyValue(name);
				return value && CSS.supports(property, value);
			})
			.map(([key, [, property]]) => [key, computed.getPropertyValue(property)]),
	);
}
