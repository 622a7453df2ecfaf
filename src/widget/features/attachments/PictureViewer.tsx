import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import styles from './PictureViewer.module.css';

interface Props {
	/** Checked by `fileAddress`. */
	address: string;
	name: string;
	onClose: () => void;
}

/**
 * A picture as large as the frame. The focus stays in the viewer until it is closed, and then
 * returns to the picture.
 */
export function PictureViewer({ address, name, onClose }: Props) {
	const { t } = useLingui();
	const dialog = useRef<HTMLDialogElement>(null);

	useEffect(() => dialog.current?.showModal(), []);

	function handleKey(event: KeyboardEvent) {
		// Escape closes the dialog by itself; if it bubbled it would close the chat as well.
		if (event.key === 'Escape') event.stopPropagation();
		if (event.key === 'Tab') keepFocus(event);
	}

	/** A modal dialog in a frame lets the focus out into the page around the frame. */
	function keepFocus(event: KeyboardEvent) {
		const controls = [...(dialog.current?.querySelectorAll<HTMLElement>('a, button') ?? [])];
		const last = event.shiftKey ? controls[0] : controls.at(-1);
		if (document.activeElement !== last) return;
		event.preventDefault();
		(event.shiftKey ? controls.at(-1) : controls[0])?.focus();
	}

	return (
		<dialog
			ref={dialog}
			className={styles.viewer}
			aria-label={name || t`Picture message`}
			onKeyDown={handleKey}
			onClose={onClose}
			onClick={({ target }) => target === dialog.current && dialog.current.close()}
		>
			<div className={styles.bar}>
				<bdi className={styles.name} title={name}>
					{name}
				</bdi>
				<a
					className={styles.download}
					href={address}
					download
					target="_blank"
					rel="noopener noreferrer nofollow"
					aria-label={t`Download`}
					title={t`Download`}
				>
					<Icon name="download" />
				</a>
				<IconButton label={t`Close`} icon="close" onPress={() => dialog.current?.close()} />
			</div>
			<img className={styles.image} src={address} alt={name || t`Picture message`} />
		</dialog>
	);
}
