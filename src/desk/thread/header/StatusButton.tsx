/** Resolves an open conversation, or reopens it. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useActionState } from 'react';
import type { Conversation } from '../../conversations/conversation.ts';
import { setStatus } from '../../conversations/changes.ts';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import { rememberStatus, resolve } from '../../conversations/resolve.ts';
import { attempt } from '../../common/attempt.ts';
import { HeaderFailure } from './HeaderFailure.tsx';
import styles from './StatusButton.module.css';

export function StatusButton({ conversation: { id, status } }: { conversation: Conversation }) {
	const isOpen = status === 'open';
	const reopen = useSetAtom(setStatus);
	const end = useSetAtom(resolve);
	const remember = useSetAtom(rememberStatus);
	const tell = useSetAtom(attempt);
	const { t } = useLingui();
	const [hasFailed, change, isPending] = useActionState(async () => {
		try {
			const undo = remember(id);
			if (!isOpen) await reopen(id, 'open');
			// The button has gone with its conversation.
			else if (await end(id)) void tell(() => {}, { name: t`Resolve`, undo });
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
