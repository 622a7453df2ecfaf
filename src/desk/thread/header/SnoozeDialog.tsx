/** Asks until when something is put off. */
import { Trans } from '@lingui/react/macro';
import { useId, useRef, useState } from 'react';
import { Dialog } from '../../common/dialogs/Dialog.tsx';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import { localInput } from '../../common/time.ts';
import { snoozeTimes } from './snoozeTimes.ts';
import styles from './ThreadDialogs.module.css';

interface Props {
	/** In seconds since the epoch. */
	onChoose: (until: number) => void;
	onClose: () => void;
}

export function SnoozeDialog({ onChoose, onClose }: Props) {
	const fieldId = useId();
	const field = useRef<HTMLInputElement>(null);
	const [opened] = useState(() => new Date());
	const snooze = (form: FormData): void => {
		onChoose(Math.floor(new Date(form.get('until') as string).getTime() / 1000));
		onClose();
	};
	return (
		<Dialog title={<Trans>Snooze</Trans>} initialFocus={field} onClose={onClose}>
			<form className={styles.form} action={snooze}>
				<div className={styles.field}>
					<label htmlFor={fieldId}>
						<Trans>Snooze until</Trans>
					</label>
					<input
						ref={field}
						id={fieldId}
						type="datetime-local"
						name="until"
						required
						min={localInput(opened)}
						defaultValue={localInput(snoozeTimes(opened).tomorrow)}
					/>
				</div>
				<OutlinedButton>
					<Trans>Snooze</Trans>
				</OutlinedButton>
			</form>
		</Dialog>
	);
}
