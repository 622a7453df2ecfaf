/** Adds a label to the account, and to the conversation that is shown. */
import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useActionState, useId, useRef } from 'react';
import { addLabel } from '../account/account.ts';
import { Dialog } from '../common/Dialog.tsx';
import { OutlinedButton } from '../common/OutlinedButton.tsx';
import { toggleLabel } from '../conversations/changes.ts';
import styles from './ThreadDialogs.module.css';

export function LabelDialog({ id, onClose }: { id: number; onClose: () => void }) {
	const fieldId = useId();
	const field = useRef<HTMLInputElement>(null);
	const create = useSetAtom(addLabel);
	const toggle = useSetAtom(toggleLabel);
	const [hasFailed, add, isPending] = useActionState(async (_before: boolean, form: FormData) => {
		try {
			// A label is one word.
			const title = (form.get('title') as string).trim().replace(/[^\p{L}\p{N}_-]+/gu, '-');
			await toggle(id, await create(title));
			onClose();
			return false;
		} catch {
			// The form shows the error, and the button itself tries again.
			return true;
		}
	}, false);
	return (
		<Dialog title={<Trans>Add label</Trans>} initialFocus={field} onClose={onClose}>
			<form className={styles.form} action={add}>
				<div className={styles.field}>
					<label htmlFor={fieldId}>
						<Trans>Label</Trans>
					</label>
					<input
						ref={field}
						id={fieldId}
						name="title"
						required
						maxLength={255}
						pattern=".*[\p{L}\p{N}].*"
						autoComplete="off"
					/>
				</div>
				{hasFailed && (
					<p className={styles.failure} role="alert">
						<Trans>That did not work. Try again.</Trans>
					</p>
				)}
				<OutlinedButton isBusy={isPending}>
					<Trans>Add label</Trans>
				</OutlinedButton>
			</form>
		</Dialog>
	);
}
