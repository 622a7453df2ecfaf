import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useState, type ReactNode } from 'react';
import { isAborted, RequestError } from '#client/rest.ts';
import { noteUnsaved } from '../../common/leaving.ts';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import { type Notice, showNotice } from './notice.ts';
import { QuestionDialog } from '../../common/QuestionDialog.tsx';
import styles from './DeleteButton.module.css';

interface Props {
	/** What the button says, where that is not "Delete". */
	label?: ReactNode;
	/** The question before it is done. */
	question: ReactNode;
	/** What follows from it. */
	children?: ReactNode;
	/** Rejects with a RequestError. */
	onDelete: () => Promise<unknown>;
	/** Why the server refuses it, where there is one reason that agents can do something about. */
	refusal?: ReactNode;
	/** What is said once it is done, where that is not "Deleted". */
	notice?: Notice;
	/** Where to go once it is done; without it the page stays. */
	next?: string;
}

type State = 'idle' | 'asking' | 'busy' | 'failed' | 'refused';

/** Deletes something, once the agent has confirmed it. */
export function DeleteButton({ label, question, children, onDelete, refusal, notice = 'deleted', next }: Props) {
	const [state, setState] = useState<State>('idle');
	const show = useSetAtom(showNotice);
	const note = useSetAtom(noteUnsaved);
	const remove = async (): Promise<void> => {
		setState('busy');
		try {
			await onDelete();
			setState('idle');
			note(false);
			show(notice, next);
		} catch (error) {
			if (isAborted(error)) return;
			setState(error instanceof RequestError && error.status === 422 ? 'refused' : 'failed');
		}
	};
	return (
		<>
			<OutlinedButton onPress={() => setState('asking')}>{label ?? <Trans>Delete</Trans>}</OutlinedButton>
			{state !== 'idle' && (
				<QuestionDialog
					title={question}
					isBusy={state === 'busy'}
					yes={label ?? <Trans>Delete</Trans>}
					onYes={() => void remove()}
					no={<Trans>Cancel</Trans>}
					onNo={() => setState('idle')}
				>
					{children && <p>{children}</p>}
					{(state === 'failed' || state === 'refused') && (
						<p className={styles.problem} role="alert">
							{(state === 'refused' && refusal) || <Trans>That did not work. Try again.</Trans>}
						</p>
					)}
				</QuestionDialog>
			)}
		</>
	);
}
