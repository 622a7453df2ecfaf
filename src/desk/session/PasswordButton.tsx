import { Trans } from '@lingui/react/macro';
import { DialogButton } from '../common/DialogButton.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';

/** Opens the form by which an agent sets a password. */
export function PasswordButton({ className }: { className: string | undefined }) {
	return <DialogButton className={className} label={<Trans>Password</Trans>} dialog={PasswordDialog} />;
}
