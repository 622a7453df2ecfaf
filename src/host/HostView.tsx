import { msg } from '@lingui/core/macro';
import {
	type CSSProperties,
	type KeyboardEvent,
	type RefObject,
	useEffect,
	useLayoutEffect,
	useRef,
	useState,
	useSyncExternalStore,
} from 'react';
import { languageTag, textDirection } from '#protocol/base/locales.ts';
import type { Host } from './host.ts';
import styles from './HostView.module.css?text';
import { Launcher } from './core/view/Launcher.tsx';
import { Panel } from './core/view/Panel.tsx';

/** What the element shows: the launcher, and the panel with the frame. */
export function HostView({ host }: { host: Host }) {
	const state = useSyncExternalStore(host.store.subscribe, host.store.get);
	const { settings, texts, channel, look, isOpen, isMobile, frameState } = state;
	const launcher = useRef<HTMLButtonElement>(null);
	const panel = useRef<HTMLDivElement>(null);
	const isFloating = settings.mode === 'floating';
	const hasLauncher =
		(channel === 'known' || channel === 'unreachable') && host.hasLauncher && !look?.hide_launcher && !state.isHidden;
	const root = useRef<HTMLDivElement>(null);
	useOwnLaunchers(host, root, hasLauncher);
	useTopLayer(root, settings.mode !== 'inline' && (hasLauncher || frameState !== 'none'), isOpen);
	const { keepsFocus = false, isPreview } = state;
	const isFrameReady = frameState === 'ready';
	useFocus({ isOpen: isOpen && isFloating, isPreview, keepsFocus, isFrameReady, launcher, panel });

	function closeOnEscape(event: KeyboardEvent) {
		if (event.key !== 'Escape' || !isFloating || !(isOpen || state.isPreview)) return;
		// The page's own dialogs stay as they are.
		event.stopPropagation();
		void host.close();
	}

	return (
		<>
			<div
				key={settings.mode}
				ref={root}
				role="none"
				className={styles.root}
				lang={languageTag(texts.locale)}
				dir={textDirection(texts.locale)}
				data-position={settings.position}
				data-style={settings.widgetStyle}
				data-theme={settings.darkMode}
				data-mode={settings.mode}
				data-launcher={hasLauncher ? look?.launcher_size : 'hidden'}
				style={channelStyle(settings.widgetColor, look?.widget_color)}
				onKeyDown={closeOnEscape}
			>
				{hasLauncher && (
					<slot name="launcher">
						<Launcher
							ref={launcher}
							texts={texts}
							isExpanded={settings.type === 'expanded_bubble'}
							name={settings.launcherTitle || look?.launcher_title || state.bubbleLabel || texts.t(msg`Chat with us`)}
							unreadCount={state.unreadCount}
							isOpen={isOpen}
							hasPanel={frameState !== 'none'}
							isCovered={isOpen && isMobile}
							onInterest={() => host.showInterest()}
							onClick={() => void host.toggle()}
						/>
					</slot>
				)}
				{frameState !== 'none' && (
					<Panel
						ref={panel}
						state={state}
						onRetry={() => {
							panel.current?.focus();
							host.frame.start();
						}}
						onClose={() => void host.close()}
					/>
				)}
			</div>
			{/* Of a page that forgets the tag's end, which is all that follows. */}
			<slot />
		</>
	);
}

/** The code for the page's own launchers, in place of ours or beside it, is a chunk of its own. */
function useOwnLaunchers(host: Host, root: RefObject<HTMLElement | null>, hasSlot: boolean) {
	const { launcherFor } = host.store.get().settings;
	const [isFilled, setFilled] = useState(false);

	useEffect(() => {
		const slot = root.current?.querySelector('slot');
		const look = () => setFilled(slot?.assignedElements()[0] !== undefined);
		look();
		slot?.addEventListener('slotchange', look);
	}, [root, hasSlot]);

	useEffect(() => {
		if (!(launcherFor || isFilled)) return;
		const life = new AbortController();
		import('./onDemand/ownLaunchers.ts').then(
			({ followOwnLaunchers }) => life.signal.aborted || followOwnLaunchers(host, life.signal),
			console.warn,
		);
		return () => life.abort();
	}, [host, launcherFor, isFilled]);
}

/**
 * Puts launcher and panel above everything that the page stacks, and in their place also within
 * elements that it transforms. Where the page sets `--lcw-z-index`, they are stacked among the
 * page's elements instead. That property is read when the browser renders, since it computes the
 * styles then anyway; but an open panel is in its place before it takes the focus.
 */
function useTopLayer(root: RefObject<HTMLElement | null>, isFixed: boolean, isOpen: boolean) {
	useLayoutEffect(() => {
		if (!isFixed) return;
		if (isOpen) return raise(root.current);
		const handle = requestAnimationFrame(() => raise(root.current));
		return () => cancelAnimationFrame(handle);
	});
}

function raise(root: HTMLElement | null) {
	if (!root?.isConnected) return;
	root.popover = getComputedStyle(root).getPropertyValue('--lcw-z-index') ? null : 'manual';
	// No effect if the element is in the top layer already.
	if (root.popover) root.togglePopover?.(true);
}

interface Focus {
	isOpen: boolean;
	isPreview: boolean;
	keepsFocus: boolean;
	isFrameReady: boolean;
	launcher: { current: HTMLElement | null };
	panel: { current: HTMLElement | null };
}

/**
 * Moves the focus into the panel when it opens, into the frame once that listens, and back to where
 * it was before when the panel or a preview closes.
 */
function useFocus({ isOpen, isPreview, keepsFocus, isFrameReady, launcher, panel }: Focus) {
	const wasOpen = useRef(false);
	const cameFrom = useRef<Element | null>(null);

	useLayoutEffect(() => {
		const hasJustOpened = isOpen && !wasOpen.current && !keepsFocus;
		wasOpen.current = isOpen;
		if (hasJustOpened) {
			cameFrom.current = document.activeElement;
			panel.current?.focus();
		}
		if (isOpen && isFrameReady) {
			// Firefox gives the focus only to a frame that it has drawn: right after the panel
			// opens, `focus` has no effect.
			requestAnimationFrame(() => hasFocus(panel.current) && panel.current?.querySelector('iframe')?.focus());
		} else if (!isOpen && !isPreview && hasFocus(panel.current)) {
			// The tag, which is the active element if the visitor used its launcher, takes no
			// focus; nor does an element that the page has removed since then.
			(cameFrom.current as HTMLElement | null)?.focus();
			if (hasFocus(panel.current)) launcher.current?.focus();
		}
	}, [isOpen, isPreview, keepsFocus, isFrameReady, launcher, panel]);
}

/** Not `:focus-within`, which is false while another window has the focus. */
function hasFocus(element: HTMLElement | null): boolean {
	return element?.contains((element.getRootNode() as ShadowRoot).activeElement) === true;
}

/** The owner may have entered any text as colour; if CSS does not know it, the default stays. */
function channelStyle(...colors: (string | undefined)[]): CSSProperties {
	const color = colors.find((candidate) => candidate && CSS.supports('color', candidate));
	const variables: Record<`--${string}`, string> = color ? { '--_channel-color': color } : {};
	return variables;
}
