import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Dialog } from './dialogs/Dialog.tsx';
import { OutlinedButton } from './OutlinedButton.tsx';
import styles from './QuestionDialog.module.css';

interface Props {
	title: ReactNode;
	/** What is wrong, or what follows. */
	children?: ReactNode;
	isBusy?: boolean;
	yes: ReactNode;
	onYes: () => void;
	no: ReactNode;
	/** Called for "no", and when the dialog is closed without an answer. */
	onNo: () => void;
}

/** A question to which "yes" takes something away. */
export function QuestionDialog({ title, children, isBusy = false, yes, onYes, no, onNo }: Props) {
	useFocusReturn();
	return (
		<Dialog title={title} onClose={onNo}>
			{children}
			<form method="dialog" className={styles.answers}>
				<OutlinedButton>{no}</OutlinedButton>
				<button
					type="button"
					className={styles.yes}
					aria-disabled={isBusy || undefined}
					onClick={() => {
						if (!isBusy) onYes();
					}}
				>
					{yes}
				</button>
			</form>
		</Dialog>
	);
}

/**
 * Gives the focus back to where it was. The browser does that for a dialog that is closed, but not
 * for one that is removed while it is open, as after "yes".
 */
function useFocusReturn(): void {
	const before = useRef<Element>(null);
	useLayoutEffect(() => {
		before.current ??= document.activeElement;
	}, []);
	useEffect(
		() => () => {
			if (document.activeElement === document.body) (before.current as HTMLElement | null)?.focus();
		},
		[],
	);
}
