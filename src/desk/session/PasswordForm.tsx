/** Signs in by address and password, or has a link mailed. */
import { Trans } from '@lingui/react/macro';
import { useRef, useState, type ReactNode } from 'react';
import { TextButton } from '../common/TextButton.tsx';
import { askForLink, canAskForLink } from './password.ts';
import { PasswordField } from './PasswordField.tsx';
import { signIn } from './session.ts';
import { ShowPassword } from './ShowPassword.tsx';
import styles from './SignInView.module.css';

type Asked = Awaited<ReturnType<typeof askForLink>> | 'busy';

export function PasswordForm({ isChecking }: { isChecking: boolean }) {
	const email = useRef<HTMLInputElement>(null);
	const password = useRef<HTMLInputElement>(null);
	const [isShown, setShown] = useState(false);
	const [asked, setAsked] = useState<Asked>();
	const outcomes: Record<Exclude<Asked, 'busy'>, ReactNode> = {
		sent: (
			<Trans>
				If this address belongs to somebody of the team, a link is on its way. It works once, within 30 minutes.
			</Trans>
		),
		TOO_MANY: <Trans>Too many attempts. Wait a few minutes and try again.</Trans>,
		FAILED: <Trans>That did not work. Try again.</Trans>,
	};
	const ask = async (): Promise<void> => {
		if (asked === 'busy' || !email.current?.reportValidity()) return;
		setAsked('busy');
		setAsked(await askForLink(email.current.value.trim()));
	};
	return (
		<form
			className={styles.form}
			// If the form is sent without our script, the password must not become part of the address.
			method="post"
			onSubmit={(event) => {
				event.preventDefault();
				// Browsers offer to remember what a text field contained; the password must not be in one when the form is
				// sent.
				setShown(false);
				if (email.current && password.current)
					void signIn({ email: email.current.value.trim(), password: password.current.value });
			}}
		>
			<label className={styles.field}>
				<Trans>Email Address</Trans>
				<input ref={email} name="email" type="email" autoComplete="username" dir="ltr" required />
			</label>
			<PasswordField
				label={<Trans>Password</Trans>}
				field={password}
				autoComplete="current-password"
				isShown={isShown}
			/>
			<ShowPassword isShown={isShown} onChange={setShown} />
			<button type="submit" aria-disabled={isChecking || undefined}>
				<Trans>Sign in</Trans>
			</button>
			{canAskForLink() && (
				<div className={styles.link}>
					<TextButton isBusy={asked === 'busy'} onPress={() => void ask()}>
						<Trans>Send me a sign-in link</Trans>
					</TextButton>
					<p role="status">{asked !== undefined && asked !== 'busy' && outcomes[asked]}</p>
				</div>
			)}
		</form>
	);
}
