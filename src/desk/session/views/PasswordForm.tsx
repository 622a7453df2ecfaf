/** Signs in by address and password, or has a link mailed. */
import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useRef, useState, type ReactNode } from 'react';
import { TextButton } from '../../common/TextButton.tsx';
import { askForLink, canMailLinks, type LinkOutcome } from '../password.ts';
import { PasswordField } from './PasswordField.tsx';
import { COMMON_PROBLEMS, SessionForm } from './SessionForm.tsx';
import { signIn } from '../session.ts';
import { ShowPassword } from './ShowPassword.tsx';
import styles from './SignInView.module.css';

type Asked = LinkOutcome | 'busy';

export function PasswordForm({ isChecking }: { isChecking: boolean }) {
	const enter = useSetAtom(signIn);
	const requestLink = useSetAtom(askForLink);
	const email = useRef<HTMLInputElement>(null);
	const password = useRef<HTMLInputElement>(null);
	const [isShown, setShown] = useState(false);
	const [asked, setAsked] = useState<Asked>();
	const outcomes: Record<Exclude<Asked, 'busy'>, ReactNode> = {
		...COMMON_PROBLEMS,
		sent: (
			<Trans>
				If this address belongs to someone on the team, a link is on its way. It works once, within 30 minutes.
			</Trans>
		),
	};
	const ask = async (): Promise<void> => {
		if (asked === 'busy' || !email.current?.reportValidity()) return;
		setAsked('busy');
		setAsked(await requestLink(email.current.value.trim()));
	};
	return (
		<SessionForm
			label={<Trans>Sign in</Trans>}
			isBusy={isChecking}
			onSubmit={() => {
				// Browsers offer to remember what a text field contained; the password must not be
				// in one when the form is sent.
				setShown(false);
				if (email.current && password.current)
					void enter({ email: email.current.value.trim(), password: password.current.value });
			}}
			more={
				canMailLinks() && (
					<div className={styles.link}>
						<TextButton isBusy={asked === 'busy'} onPress={() => void ask()}>
							<Trans>Send me a sign-in link</Trans>
						</TextButton>
						<p role="status">{asked !== undefined && asked !== 'busy' && outcomes[asked]}</p>
					</div>
				)
			}
		>
			<label className={styles.field}>
				<Trans>Email address</Trans>
				<input ref={email} name="email" type="email" autoComplete="username" dir="ltr" required />
			</label>
			<PasswordField
				label={<Trans>Password</Trans>}
				field={password}
				autoComplete="current-password"
				isShown={isShown}
			/>
			<ShowPassword isShown={isShown} onChange={setShown} />
		</SessionForm>
	);
}
