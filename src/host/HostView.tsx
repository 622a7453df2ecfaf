import { msg } from '@lingui/core/macro';
import { type CSSProperties, type KeyboardEvent, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { languageTag, textDirection } from '#protocol/locales.ts';
import type { Host } from './host.ts';
import styles from './HostView.module.css?text';
import { Launcher } from './Launcher.tsx';
import { Panel } from './Panel.tsx';

/** What the element shows: the launcher, and the panel with the frame. */
export function HostView({ host }: { host: Host }) {
	const state = useSyncExternalStore(host.store.subscribe, host.store.get);
	const { settings, texts, channel, look, isOpen, isMobile, frameState } = state;
	const launcher = useRef<HTMLButtonElement>(null);
	const panel = useRef<HTMLDivElement>(null);
	useFocus({ isOpen, isFrameReady: frameState === 'ready', launcher, panel });

	function closeOnEscape(event: KeyboardEvent) {
		if (event.key !== 'Escape' || !(isOpen || state.isPreview)) return;
		// The page's own dialogs stay as they are.
		event.stopPropagation();
		void host.close();
	}

	const hasLauncher = (channel === 'known' || channel === 'unreachable') && !settings.hideMessageBubble;
	return (
		<div
			role="none"
			className={styles.root}
			lang={languageTag(texts.locale)}
			dir={textDirection(texts.locale)}
			data-position={settings.position}
			data-style={settings.widgetStyle}
			data-theme={settings.darkMode}
			data-launcher={hasLauncher ? 'shown' : 'hidden'}
			style={channelStyle(look?.widget_color)}
			onKeyDown={closeOnEscape}
		>
			{hasLauncher && (
				<Launcher
					ref={launcher}
					texts={texts}
					name={settings.launcherTitle || look?.launcher_title || state.bubbleLabel || texts.say(msg`Chat with us`)}
					unreadCount={state.unreadCount}
					isOpen={isOpen}
					hasPanel={frameState !== 'none'}
					isCovered={isOpen && isMobile}
					onInterest={() => host.showInterest()}
					onClick={() => void host.toggle()}
				/>
			)}
			{frameState !== 'none' && (
				<Panel
					ref={panel}
					state={state}
					onRetry={() => {
						panel.current?.focus();
						host.retry();
					}}
					onClose={() => void host.close()}
				/>
			)}
		</div>
	);
}

interface Focus {
	isOpen: boolean;
	isFrameReady: boolean;
	launcher: { current: HTMLElement | null };
	panel: { current: HTMLElement | null };
}

/** Focus goes into the panel when it opens, on into the frame when that listens, and back to where it came from. */
function useFocus({ isOpen, isFrameReady, launcher, panel }: Focus) {
	const wasOpen = useRef(false);
	const cameFrom = useRef<Element | null>(null);

	useLayoutEffect(() => {
		const hasJustOpened = isOpen && !wasOpen.current;
		wasOpen.current = isOpen;
		if (hasJustOpened) cameFrom.current = document.activeElement;
		const isInside = hasFocus(panel.current);
		if (isOpen && (hasJustOpened || isInside)) {
			const frame = isFrameReady ? panel.current?.querySelector('iframe') : undefined;
			(frame ?? panel.current)?.focus();
		} else if (!isOpen && isInside) {
			const target = launcher.current ?? cameFrom.current;
			if (target instanceof HTMLElement) target.focus();
		}
	}, [isOpen, isFrameReady, launcher, panel]);
}

/** Not `:focus-within`, which is false while another window has the focus. */
function hasFocus(element: HTMLElement | null): boolean {
	const root = element?.getRootNode();
	return root instanceof ShadowRoot && element?.contains(root.activeElement) === true;
}

/** The owner may have typed anything as colour; what CSS does not know leaves the default. */
function channelStyle(color: string | undefined): CSSProperties {
	const variables: Record<`--${string}`, string> =
		color && CSS.supports('color', color) ? { '--_channel-color': color } : {};
	return variables;
}
