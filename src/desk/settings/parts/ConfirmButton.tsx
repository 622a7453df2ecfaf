import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useState, type ReactNode } from 'react';
import { isAborted, RequestError } from '#client/rest.ts';
import { discardUnsaved } from '../../common/leaving.ts';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import { QuestionDialog } from '../../common/QuestionDialog.tsx';
import { type Notice, showNotice } from '../../form/notice.ts';
import styles from './ConfirmButton.module.css';

interface Props {
	/** What the button says, where that is not "Delete". */
	label?: ReactNode;
	/** The question before it is done. */
	question: ReactNode;
	/** What follows from it. */
	children?: ReactNode;
	/** Rejects with a RequestError. */
	onConfirm: () => Promise<unknown>;
	/** Why the server refuses it, where there is one reason that agents can do something about. */
	refusal?: ReactNode;
	/** What is said once it is done, where that is not "Deleted". */
	notice?: Notice;
	/** Where to go once it is done; without it the page stays. */
	next?: string;
}

type State = 'idle' | 'asking' | 'busy' | 'failed' | 'refused';

/**
 * Does something that cannot be undone, once the agent has confirmed it: it deletes, where nothing
 * else is said.
 */
export function ConfirmButton({ label, question, children, onConfirm, refusal, notice = 'deleted', next }: Props) {
	const [state, setState] = useState<State>('idle');
	const show = useSetAtom(showNotice);
	const discard = useSetAtom(discardUnsaved);
	const confirm = async (): Promise<void> => {
		setState('busy');
		try {
			await onConfirm();
			setState('idle');
			// The page goes with what was deleted, and what is typed there; elsewhere it stays to
			// be saved.
			if (next !== undefined) discard();
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
					onYes={() => void confirm()}
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
