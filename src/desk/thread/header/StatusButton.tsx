/** Resolves an open conversation, or reopens it. */
import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useActionState } from 'react';
import type { Conversation } from '../../conversations/conversation.ts';
import { setStatus } from '../../conversations/changes.ts';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import { HeaderFailure } from './HeaderFailure.tsx';
import styles from './StatusButton.module.css';

export function StatusButton({ conversation: { id, status } }: { conversation: Conversation }) {
	const isOpen = status === 'open';
	const set = useSetAtom(setStatus);
	const [hasFailed, change, isPending] = useActionState(async () => {
		try {
			await set(id, isOpen ? 'resolved' : 'open');
			return false;
		} catch {
			// The form shows the error, and the button itself tries again.
			return true;
		}
	}, false);
	return (
		<form
			action={change}
			className={styles.form}
			onSubmit={(event) => {
				if (isPending) event.preventDefault();
			}}
		>
			{hasFailed && <HeaderFailure />}
			<OutlinedButton isBusy={isPending} isMain={isOpen}>
				{isOpen ? <Trans>Resolve</Trans> : <Trans>Reopen</Trans>}
			</OutlinedButton>
		</form>
	);
}
