import { Trans } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { EmbedDialog } from './EmbedDialog.tsx';

/** A button for the dialog with the lines that put the chat into a page; closing the dialog returns the focus to it. */
export function EmbedButton({ className }: { className: string | undefined }) {
	const [isOpen, setOpen] = useState(false);
	const button = useRef<HTMLButtonElement>(null);
	return (
		<>
			<button ref={button} type="button" className={className} aria-haspopup="dialog" onClick={() => setOpen(true)}>
				<Trans>Embed</Trans>
			</button>
			{isOpen && (
				<EmbedDialog
					onClose={() => {
						setOpen(false);
						// Safari does not focus a button when it is pressed, so it has no focus to return.
						button.current?.focus();
					}}
				/>
			)}
		</>
	);
}
