/** A dialog with a form: closed with something unsaved, it asks first. */
import { useSetAtom } from 'jotai/react';
import { useEffect, useState, type ReactNode, type RefObject } from 'react';
import { Dialog } from '../common/dialogs/Dialog.tsx';
import { leaveForm } from '../common/leaving.ts';
import { DeskForm } from './DeskForm.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';
import type { Form } from './useForm.ts';

interface Props<T extends object> {
	title: ReactNode;
	form: Form<T>;
	/** Of the dialog, by which `closeDialog` finds it. */
	place: RefObject<HTMLDivElement | null>;
	/** What the button says, where that is not "Save". */
	action?: ReactNode;
	/** Called when it has closed. */
	onClose: () => void;
	children: ReactNode;
}

export function FormDialog<T extends object>({ title, form, place, action, onClose, children }: Props<T>) {
	const leave = useSetAtom(leaveForm);
	const [shown, setShown] = useState(0);
	// As other forms of a dialog, it begins in its first field instead of at the button that closes
	// it.
	useEffect(() => place.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), [place, shown]);
	return (
		<>
			<Dialog
				// Closed by the browser before the agent is asked, it is opened again where the
				// agent goes on.
				key={shown}
				title={title}
				onClose={() => leave({ leave: onClose, stay: () => setShown(shown + 1) })}
			>
				<div ref={place}>
					<DeskForm form={form} action={action}>
						{children}
					</DeskForm>
				</div>
			</Dialog>
			<LeaveDialog />
		</>
	);
}

/** Closes the dialog around `place`, once its form is saved. */
export function closeDialog(place: RefObject<HTMLElement | null>): void {
	place.current?.closest('dialog')?.close();
}
