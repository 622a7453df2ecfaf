import { Trans } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { useState } from 'react';
import { Dialog } from '../../common/dialogs/Dialog.tsx';
import { takeFocus } from '../../common/takeFocus.ts';
import { agentAtom } from '../session.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';

export function PasswordDialog({ onClose }: { onClose: () => void }) {
	// The title stays while the dialog says what has become of it.
	const [isFirst] = useState(useAtomValue(agentAtom)?.has_password === false);
	const [isDone, setDone] = useState(false);
	return (
		<Dialog title={isFirst ? <Trans>Choose a password</Trans> : <Trans>Change password</Trans>} onClose={onClose}>
			{isDone ? (
				<p ref={takeFocus} tabIndex={-1}>
					<Trans>Your password has been changed. You are signed out everywhere else.</Trans>
				</p>
			) : (
				<NewPasswordForm onDone={() => setDone(true)} />
			)}
		</Dialog>
	);
}
