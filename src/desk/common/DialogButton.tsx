import { useRef, useState, type ComponentType, type ReactNode } from 'react';

interface Props {
	className: string | undefined;
	label: ReactNode;
	/** The dialog that the button opens. */
	dialog: ComponentType<{ onClose: () => void }>;
}

/** Opens a dialog, and takes the focus back when the dialog closes. */
export function DialogButton({ className, label, dialog: Dialog }: Props) {
	const [isOpen, setOpen] = useState(false);
	const button = useRef<HTMLButtonElement>(null);
	const close = () => {
		setOpen(false);
		// Safari does not focus a button that is pressed, so the dialog cannot return the focus to it.
		button.current?.focus();
	};
	return (
		<>
			<button ref={button} type="button" className={className} aria-haspopup="dialog" onClick={() => setOpen(true)}>
				{label}
			</button>
			{isOpen && <Dialog onClose={close} />}
		</>
	);
}
