import { Trans } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { EmbedDialog } from './EmbedDialog.tsx';

/** Opens the lines that put the chat into a page; closed, they give the focus back. */
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
						// Safari gives it back to nobody: pressing a button does not focus it there.
						button.current?.focus();
					}}
				/>
			)}
		</>
	);
}
