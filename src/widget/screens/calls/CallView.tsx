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

	// A modal dialog: what is behind it cannot be reached or read, and the focus returns when it
	// closes.
	useEffect(() => dialog.current?.showModal(), []);

	// Escape must not end a call by accident; the button ends it.
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
				<Button kind="danger" onPress={() => dialog.current?.close()}>{t`Leave the call`}</Button>
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
