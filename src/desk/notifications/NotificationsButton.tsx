import { Trans } from '@lingui/react/macro';
import { DialogButton } from '../common/DialogButton.tsx';
import { VisuallyHidden } from '../common/VisuallyHidden.tsx';
import { NotificationsDialog } from './NotificationsDialog.tsx';
import styles from './NotificationsButton.module.css';

/** Opens what the agent chooses about sound and notifications. */
export function NotificationsButton({ className }: { className: string | undefined }) {
	return <DialogButton className={className} label={<Label />} dialog={NotificationsDialog} />;
}

/** A bell in place of the word: on a phone the header has no room for it. */
function Label() {
	return (
		<>
			<svg className={styles.bell} viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
				<path d="M6 17V11a6 6 0 0 1 12 0v6l1.5 2h-15zM10 21.5h4" />
			</svg>
			<VisuallyHidden>
				<Trans>Notifications</Trans>
			</VisuallyHidden>
		</>
	);
}
