import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { QuestionDialog } from '../../common/QuestionDialog.tsx';
import styles from './ContactQuestion.module.css';

interface Props {
	title: ReactNode;
	yes: ReactNode;
	/** Rejects with a RequestError; the question then stays. */
	onYes: () => Promise<unknown>;
	/** Called when it is answered. */
	onClose: () => void;
	/** What follows from "yes". */
	children: ReactNode;
}

/** A question before something happens to a contact that cannot be undone. */
export function ContactQuestion({ title, yes, onYes, onClose, children }: Props) {
	const [state, setState] = useState<'asking' | 'busy' | 'failed'>('asking');
	const agree = async (): Promise<void> => {
		setState('busy');
		try {
			await onYes();
			onClose();
		} catch {
			setState('failed');
		}
	};
	return (
		<QuestionDialog
			title={title}
			isBusy={state === 'busy'}
			yes={yes}
			onYes={() => void agree()}
			no={<Trans>Cancel</Trans>}
			onNo={onClose}
		>
			<p>{children}</p>
			{state === 'failed' && (
				<p className={styles.failure} role="alert">
					<Trans>That did not work. Try again.</Trans>
				</p>
			)}
		</QuestionDialog>
	);
}
