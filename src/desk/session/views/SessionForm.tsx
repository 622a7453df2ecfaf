import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import styles from './SignInView.module.css';

interface Props {
	/** The text of the button that sends the form. */
	label: ReactNode;
	isBusy: boolean;
	onSubmit: () => void;
	/** What follows the button. */
	more?: ReactNode;
	children: ReactNode;
}

/** A form that asks for a secret. */
export function SessionForm({ label, isBusy, onSubmit, more, children }: Props) {
	return (
		<form
			className={styles.form}
			// If the form is sent without our script, the secret must not become part of the
			// address.
			method="post"
			onSubmit={(event) => {
				event.preventDefault();
				onSubmit();
			}}
		>
			{children}
			<OutlinedButton isMain isLarge isBusy={isBusy}>
				{label}
			</OutlinedButton>
			{more}
		</form>
	);
}

/** The texts of the problems that each of these forms can have. */
export const COMMON_PROBLEMS = {
	TOO_MANY: <Trans>Too many attempts. Wait a few minutes and try again.</Trans>,
	FAILED: <Trans>That did not work. Try again.</Trans>,
};
