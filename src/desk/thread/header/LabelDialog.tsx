/** Adds a label to the account, and to the conversation that is shown. */
import { Trans } from '@lingui/react/macro';
import { useSetAtom, useStore } from 'jotai/react';
import { useId, useRef, useState } from 'react';
import { addLabel, labelsAtom } from '../../account/account.ts';
import { Dialog } from '../../common/dialogs/Dialog.tsx';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import { tickedLabelsAtom, toggleLabel } from '../../conversations/changes.ts';
import { findConversation, knownConversationsAtom } from '../../conversations/conversations.ts';
import styles from './ThreadDialogs.module.css';

type State = 'asking' | 'busy' | 'failed';

export function LabelDialog({ id, onClose }: { id: number; onClose: () => void }) {
	const fieldId = useId();
	const field = useRef<HTMLInputElement>(null);
	const [text, setText] = useState('');
	const [state, setState] = useState<State>('asking');
	const store = useStore();
	const create = useSetAtom(addLabel);
	const toggle = useSetAtom(toggleLabel);
	const add = async (): Promise<void> => {
		if (state === 'busy') return;
		setState('busy');
		try {
			const typed = titleOf(text);
			// It was added before where only the conversation could not be labelled.
			const isKnown = store.get(labelsAtom).some(({ title }) => title === typed);
			const title = isKnown ? typed : await create(typed);
			const known = findConversation(store.get(knownConversationsAtom), id);
			if (!known || !store.get(tickedLabelsAtom)(known).includes(title)) await toggle(id, title);
			onClose();
		} catch {
			// The form shows the error, and the button itself tries again.
			setState('failed');
		}
	};
	return (
		<Dialog title={<Trans>Add label</Trans>} initialFocus={field} onClose={onClose}>
			<form
				className={styles.form}
				onSubmit={(event) => {
					event.preventDefault();
					void add();
				}}
			>
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
						value={text}
						onChange={({ target }) => setText(target.value)}
					/>
				</div>
				{state === 'failed' && (
					<p className={styles.failure} role="alert">
						<Trans>That did not work. Try again.</Trans>
					</p>
				)}
				<OutlinedButton isBusy={state === 'busy'}>
					<Trans>Add label</Trans>
				</OutlinedButton>
			</form>
		</Dialog>
	);
}

/** A label is one word, and the server keeps it in lower case. */
function titleOf(text: string): string {
	return text
		.trim()
		.replace(/[^\p{L}\p{N}_-]+/gu, '-')
		.toLowerCase();
}
