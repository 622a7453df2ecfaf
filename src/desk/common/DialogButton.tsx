import { useRef, useState, type ComponentType, type ReactNode } from 'react';

interface Props {
	className: string | undefined;
	label: ReactNode;
	/** What it opens. */
	dialog: ComponentType<{ onClose: () => void }>;
}

/** Opens a dialog; closed, that gives the focus back. */
export function DialogButton({ className, label, dialog: Dialog }: Props) {
	const [isOpen, setOpen] = useState(false);
	const button = useRef<HTMLButtonElement>(null);
	const close = () => {
		setOpen(false);
		// Safari does not give it back by itself: pressing a button does not focus it there.
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
