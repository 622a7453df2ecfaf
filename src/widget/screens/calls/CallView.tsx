import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { callAtom, leaveCall } from '../../features/calls/calls.ts';
import styles from './CallView.module.css';

/** The call, over everything else. */
export function CallView() {
	const call = useAtomValue(callAtom);
	return call?.state === 'joined' && <CallDialog url={call.url} />;
}

function CallDialog({ url }: { url: string }) {
	const { t } = useLingui();
	const leave = useSetAtom(leaveCall);
	const dialog = useRef<HTMLDialogElement>(null);

	// Modal: what is behind can be neither reached nor read, and whoever had the focus gets it back.
	useEffect(() => dialog.current?.showModal(), []);

	// No key ends a call by accident; the button does.
	function keepEscape(event: KeyboardEvent) {
		if (event.key !== 'Escape') return;
		event.preventDefault();
		event.stopPropagation();
	}

	return (
		<dialog
			ref={dialog}
			className={styles.call}
			aria-label={t`Video call`}
			onKeyDown={keepEscape}
			onCancel={(event) => event.preventDefault()}
			onClose={() => leave()}
		>
			<div className={styles.bar}>
				<Button kind="danger" onPress={() => leave()}>{t`Leave the call`}</Button>
			</div>
			<iframe
				className={styles.frame}
				title={t`Video call`}
				src={url}
				allow="camera; microphone; display-capture; fullscreen; autoplay; picture-in-picture"
				referrerPolicy="no-referrer"
			/>
		</dialog>
	);
}
