import { Trans } from '@lingui/react/macro';
import { DialogButton } from '../common/DialogButton.tsx';
import { EmbedDialog } from './EmbedDialog.tsx';

/** Opens the lines that put the chat into a page. */
export function EmbedButton({ className }: { className: string | undefined }) {
	return <DialogButton className={className} label={<Trans>Embed</Trans>} dialog={EmbedDialog} />;
}
