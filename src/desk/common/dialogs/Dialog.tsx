/** A dialog over the desk, with its title and a button that closes it. */
import { useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef, type ReactNode, type RefObject } from 'react';
import { IconButton } from '#ui/IconButton.tsx';
import styles from './Dialog.module.css';

interface Props {
	title: ReactNode;
	/** What has the focus first; otherwise the first control. */
	initialFocus?: RefObject<HTMLElement | null>;
	/** Called when the dialog has closed. */
	onClose: () => void;
	children: ReactNode;
}

export function Dialog({ title, initialFocus, onClose, children }: Props) {
	const { t } = useLingui();
	const titleId = useId();
	const dialog = useRef<HTMLDialogElement>(null);
	useEffect(() => {
		if (!dialog.current?.open) dialog.current?.showModal();
		initialFocus?.current?.focus();
	}, [initialFocus]);
	return (
		<dialog ref={dialog} className={styles.dialog} aria-labelledby={titleId} onClose={onClose}>
			<div className={styles.header}>
				<h2 id={titleId}>{title}</h2>
				<IconButton label={t`Close`} icon="close" onPress={() => dialog.current?.close()} />
			</div>
			<div className={styles.body} tabIndex={-1}>
				{children}
			</div>
		</dialog>
	);
}
