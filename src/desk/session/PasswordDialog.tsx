/** Sets the agent's password. */
import { Trans } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useRef, useState, type ReactNode } from 'react';
import { PASSWORD_MIN } from '#protocol/limits.ts';
import { Dialog } from '../common/Dialog.tsx';
import { takeFocus } from '../common/takeFocus.ts';
import { changePassword, type PasswordProblem } from './password.ts';
import { PasswordField } from './PasswordField.tsx';
import { agentAtom } from './session.ts';
import { COMMON_PROBLEMS, SessionForm } from './SessionForm.tsx';
import { ShowPassword } from './ShowPassword.tsx';
import styles from './SignInView.module.css';

type State = 'asking' | 'busy' | 'done' | PasswordProblem;

export function PasswordDialog({ onClose }: { onClose: () => void }) {
	const [state, setState] = useState<State>('asking');
	return (
		<Dialog title={<Trans>Change password</Trans>} onClose={onClose}>
			{state === 'done' ? (
				<p ref={takeFocus} tabIndex={-1}>
					<Trans>Your password is changed. You are signed out everywhere else.</Trans>
				</p>
			) : (
				<Form state={state} onState={setState} />
			)}
		</Dialog>
	);
}

function Form({ state, onState }: { state: State; onState: (state: State) => void }) {
	const agent = useAtomValue(agentAtom);
	const change = useSetAtom(changePassword);
	const [isShown, setShown] = useState(false);
	const current = useRef<HTMLInputElement>(null);
	const next = useRef<HTMLInputElement>(null);
	const problems: Record<PasswordProblem, ReactNode> = {
		...COMMON_PROBLEMS,
		CURRENT_WRONG: <Trans>The current password is not correct.</Trans>,
		GUESSABLE: <Trans>The new password is easy to guess. Choose another one.</Trans>,
	};
	const submit = async (): Promise<void> => {
		if (state === 'busy' || !next.current) return;
		onState('busy');
		onState((await change(next.current.value, current.current?.value ?? '')) ?? 'done');
	};
	return (
		<SessionForm label={<Trans>Change password</Trans>} isBusy={state === 'busy'} onSubmit={() => void submit()}>
			{state !== 'asking' && state !== 'busy' && state !== 'done' && (
				<p className={styles.problem} role="alert">
					{problems[state]}
				</p>
			)}
			{/* Password managers take from this field whose password it is. */}
			<input type="email" name="email" autoComplete="username" value={agent?.email ?? ''} readOnly hidden />
			<PasswordField
				label={<Trans>Current password</Trans>}
				hint={<Trans>Not needed within 30 minutes after a sign-in link.</Trans>}
				field={current}
				autoComplete="current-password"
				isShown={isShown}
				isRequired={false}
			/>
			<PasswordField
				label={<Trans>New password</Trans>}
				hint={<Trans>At least 15 characters. Several words that do not belong together are easy to remember.</Trans>}
				field={next}
				autoComplete="new-password"
				isShown={isShown}
				minLength={PASSWORD_MIN}
			/>
			<ShowPassword isShown={isShown} onChange={setShown} />
		</SessionForm>
	);
}
