/** The person who opens the link that the server has printed becomes its first administrator. */
import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useRef, useState, type ReactNode } from 'react';
import { NAME_MAX } from '#protocol/base/limits.ts';
import { NewPasswordField } from '../../session/views/PasswordField.tsx';
import { COMMON_PROBLEMS, SessionForm } from '../../session/views/SessionForm.tsx';
import { becomeAdministrator, type SetUpProblem } from '../../session/session.ts';
import { SessionPage } from '../../session/SessionPage.tsx';
import { ShowPassword } from '../../session/views/ShowPassword.tsx';
import styles from '../../session/views/SignInView.module.css';

type State = 'asking' | 'busy' | SetUpProblem;

export function FirstAdministratorView({ token }: { token: string }) {
	const become = useSetAtom(becomeAdministrator);
	const [state, setState] = useState<State>('asking');
	const [isShown, setShown] = useState(false);
	const name = useRef<HTMLInputElement>(null);
	const email = useRef<HTMLInputElement>(null);
	const password = useRef<HTMLInputElement>(null);
	const problems: Record<SetUpProblem, ReactNode> = {
		...COMMON_PROBLEMS,
		LINK_SPENT: <Trans>This sign-in link has already been used or is no longer valid. Ask for a new one.</Trans>,
		EMAIL_WRONG: <Trans>Please enter a valid email address</Trans>,
		GUESSABLE: <Trans>The new password is easy to guess. Choose another one.</Trans>,
	};
	const submit = async (): Promise<void> => {
		if (state === 'busy' || !name.current || !email.current || !password.current) return;
		setState('busy');
		// Browsers offer to remember what a text field contained.
		setShown(false);
		const facts = {
			name: name.current.value.trim(),
			email: email.current.value.trim(),
			password: password.current.value,
		};
		const problem = await become({ token, ...facts });
		if (problem) setState(problem);
	};
	return (
		<SessionPage>
			<h1>
				<Trans>Set up the live chat</Trans>
			</h1>
			<p className={styles.lead}>
				<Trans>You become the first administrator of this server.</Trans>
			</p>
			<SessionForm label={<Trans>Continue</Trans>} isBusy={state === 'busy'} onSubmit={() => void submit()}>
				{state !== 'asking' && state !== 'busy' && (
					<p className={styles.problem} role="alert">
						{problems[state]}
					</p>
				)}
				<label className={styles.field}>
					<Trans>Full name</Trans>
					<input ref={name} name="name" autoComplete="name" dir="auto" maxLength={NAME_MAX} pattern=".*\S.*" required />
				</label>
				<label className={styles.field}>
					<Trans>Email address</Trans>
					<input ref={email} name="email" type="email" autoComplete="username" dir="ltr" required />
				</label>
				<NewPasswordField label={<Trans>Password</Trans>} field={password} isShown={isShown} />
				<ShowPassword isShown={isShown} onChange={setShown} />
			</SessionForm>
		</SessionPage>
	);
}
