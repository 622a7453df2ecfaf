import { msg } from '@lingui/core/macro';
import type { Ref } from 'react';
import type { HostState } from '../hostState.ts';
import styles from './Panel.module.css?text';
import { FramePlaceholder } from './FramePlaceholder.tsx';

interface PanelProps {
	ref: Ref<HTMLDivElement>;
	state: HostState;
	onRetry: () => void;
	onClose: () => void;
}

/** Contains the frame, also while it is closed, and a placeholder until the frame listens. */
export function Panel({ ref, state, onRetry, onClose }: PanelProps) {
	const { settings, texts, look, frame, frameState, isOpen, isMobile, isPreview, previewHeight } = state;
	const mode = isOpen ? 'open' : isPreview ? 'preview' : 'closed';
	return (
		<div
			ref={ref}
			id="panel"
			part="panel"
			role={settings.mode === 'floating' ? 'dialog' : 'region'}
			aria-label={texts.t(msg`Live chat`)}
			aria-busy={frameState === 'starting'}
			tabIndex={-1}
			className={styles.panel}
			data-mode={mode}
			data-size={isMobile ? 'page' : settings.mode}
			style={mode === 'preview' && previewHeight !== undefined ? { height: `${previewHeight}px` } : {}}
		>
			{frame && (
				<iframe
					key={frame.key}
					ref={(iframe) => frame.attach(iframe)}
					part="frame"
					className={styles.frame}
					data-state={frameState}
					title={texts.t(msg`Chat window`)}
					src={frame.address}
					// On a cross-origin isolated page a frame loads only if its server opts in, or
					// without its stored data. Not '': Preact sets the property, which would then
					// be false.
					{...(crossOriginIsolated && { credentialless: 'true' })}
					{...(settings.sandbox === 'strict' && {
						sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups',
					})}
					allow="camera;microphone;fullscreen;display-capture;picture-in-picture;clipboard-write"
					onLoad={() => void frame.documentLoaded()}
				/>
			)}
			{frameState !== 'ready' && (
				<FramePlaceholder
					texts={texts}
					websiteName={look?.website_name ?? ''}
					isUnreachable={frameState === 'unreachable'}
					onRetry={onRetry}
					onClose={isMobile ? onClose : undefined}
				/>
			)}
		</div>
	);
}
