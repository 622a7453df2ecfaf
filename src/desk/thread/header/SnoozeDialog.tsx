/** Puts a conversation off until a time that the agent chooses. */
import { Trans } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useId, useRef } from 'react';
import { Dialog } from '../../common/dialogs/Dialog.tsx';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import { localInput } from '../../common/time.ts';
import { setStatus } from '../../conversations/changes.ts';
import { snoozeTimes } from './snoozeTimes.ts';
import { menuOpenedAtAtom, perform } from '../model/threadMenus.ts';
import styles from './ThreadDialogs.module.css';

export function SnoozeDialog({ id, onClose }: { id: number; onClose: () => void }) {
	const fieldId = useId();
	const field = useRef<HTMLInputElement>(null);
	const set = useSetAtom(setStatus);
	const make = useSetAtom(perform);
	const opened = useAtomValue(menuOpenedAtAtom);
	const snooze = (form: FormData): void => {
		const until = Math.floor(new Date(form.get('until') as string).getTime() / 1000);
		void make(id, () => set(id, 'snoozed', until));
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
