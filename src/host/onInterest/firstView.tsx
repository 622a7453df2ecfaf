/**
 * What a new visitor sees first, drawn by the page itself while the frame loads: the chat's home
 * with the channel's own words, at the same place as in the frame (`HomeView.tsx`). It is loaded
 * and inserted into the closed panel at interest.
 */
import { msg } from '@lingui/core/macro';
import { createRoot } from 'react-dom/client';
import type { ChannelLook } from '#protocol/entities/channel.ts';
import { deriveFills } from '#look/colors.ts';
import { css } from '#look/readColor.ts';
import type { Frame } from '../core/frame.ts';
import type { HostApi } from '../core/hostApi.ts';
import type { HostState } from '../core/hostState.ts';
import styles, { css as rules } from './FirstView.module.css?text';

/** What the frame takes where the channel's colour is no colour (`theme.css`). */
const DEFAULT_COLOR = '#1f6feb';

let sheet: CSSStyleSheet | undefined;

/**
 * Covers the frame until it has drawn its own view. Core knows nothing of this, so that a page
 * without interest loads nothing for it; that is why the view is put beside the panel's own
 * elements, and takes them out of reach of keyboard and screen reader until then.
 */
export function drawFirstView(host: HostApi): void {
	const state = host.store.get();
	const { frame, look } = state;
	const panel = frame?.iframe?.parentElement;
	// An inert frame is covered already. A tap may have opened the panel by now, which shows its
	// outline; what has the focus in it stays.
	if (!panel || !look || panel.querySelector(':focus') || frame.iframe.inert || !isWanted(state)) return;
	cover(panel, frame, look, host);
}

function cover(panel: HTMLElement, frame: Frame, look: ChannelLook, host: HostApi): void {
	adopt((panel.getRootNode() as ShadowRoot).adoptedStyleSheets);
	const covered = [...panel.children] as HTMLElement[];
	const box = panel.appendChild(document.createElement('div'));
	box.className = styles.view ?? '';
	paint(box, getComputedStyle(box), look);
	const root = createRoot(box);
	let isStarting = false;
	let isTold = false;
	let isHeld = false;
	let timer: ReturnType<typeof setTimeout>;

	function follow() {
		const state = host.store.get();
		if (isStarting && !isTold && state.frameState === 'ready') {
			isTold = true;
			frame.link?.post({ event: 'start-conversation' });
		}
		if (state.frame !== frame || !isWanted(state)) leave();
		else root.render(view(state, look, isStarting, press, () => void host.close()));
	}

	function press() {
		isStarting = true;
		follow();
	}

	function leave() {
		clearTimeout(timer);
		const wasHeld = isHeld;
		isHeld = box.matches(':active');
		// A press has to end where it has begun, or it would be no click. That of a finger comes a
		// moment after it is lifted.
		if (isHeld || wasHeld) return void (timer = setTimeout(follow, 100));
		unfollow();
		const hasFocus = panel.matches(':focus-within');
		for (const element of covered) element.inert = false;
		root.unmount();
		box.remove();
		if (hasFocus) (host.store.get().isDrawn ? frame.iframe : panel)?.focus();
	}

	for (const element of covered) element.inert = true;
	// A screen reader does not read what is busy.
	panel.ariaBusy = 'false';
	const unfollow = host.store.subscribe(follow);
	follow();
}

function adopt(sheets: CSSStyleSheet[]): void {
	if (!sheet) {
		sheet = new CSSStyleSheet();
		sheet.replaceSync(rules);
	}
	if (!sheets.includes(sheet)) sheets.push(sheet);
}

/** Only for a new visitor: the frame shows others their messages, and a preview is no home. */
function isWanted({ isDrawn, isPreview, frameState, visitor }: HostState): boolean {
	return !isDrawn && !isPreview && frameState !== 'unreachable' && !visitor.token && !visitor.user;
}

/** Takes the same colours as the frame will (`applyLook.ts`). */
function paint({ style }: HTMLElement, computed: CSSStyleDeclaration, { widget_color }: ChannelLook): void {
	// The last valid one stays. Of a mixture, browsers tell red, green and blue, each from 0 to 1.
	for (const color of [DEFAULT_COLOR, widget_color, computed.getPropertyValue('--lcw-color')]) {
		style.outlineColor = `color-mix(in srgb, ${color}, ${color})`;
	}
	const parts = computed.outlineColor.split(' ').map((part) => Math.round(parseFloat(part) * 255));
	const [, red = 0, green = 0, blue = 0] = parts;
	for (const [name, color] of Object.entries(deriveFills([red, green, blue]))) {
		style.setProperty(`--_${name}`, css(color));
	}
}

function view(
	{ texts, isMobile }: HostState,
	look: ChannelLook,
	isStarting: boolean,
	start: () => void,
	close: () => void,
) {
	const { website_name: name, welcome_title: title, welcome_tagline: tagline } = look;
	const isExpanded = Boolean(title || tagline);
	const heading = (
		<h2 title={title || name}>
			<bdi>{title || name}</bdi>
		</h2>
	);
	return (
		<>
			<header className={isExpanded ? styles.expanded : ''}>
				<div>
					{/* Without the picture: a page's policy may forbid those of other sites. */}
					<span />
					{!isExpanded && heading}
					{isMobile && (
						<button type="button" aria-label={texts.t(msg`Close`)} onClick={close}>
							<Icon path="M6 6l12 12M18 6L6 18" />
						</button>
					)}
				</div>
				{isExpanded && heading}
				{tagline && (
					<p>
						<bdi>{tagline}</bdi>
					</p>
				)}
			</header>
			<div>
				{/* In place of whether the team is there, which only the frame will know. */}
				<i />
				{/* The frame knows the topics. */}
				{!look.has_topics && (
					<button type="button" aria-disabled={isStarting} onClick={start}>
						{texts.t(msg`Start Conversation`)}
						<Icon path="M9 5l7 7-7 7" />
					</button>
				)}
			</div>
		</>
	);
}

function Icon({ path }: { path: string }) {
	return (
		<svg viewBox="0 0 24 24" aria-hidden="true">
			<path d={path} />
		</svg>
	);
}
