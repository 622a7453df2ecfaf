/** Sets the agent's password. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { AccessToken } from '#protocol/application/accessTokenRoutes.ts';
import { formatList } from '#protocol/base/formatList.ts';
import { Checkbox } from '../../common/Checkbox.tsx';
import { changePassword, loadScriptTokens, type PasswordProblem } from '../password.ts';
import { NewPasswordField, PasswordField } from './PasswordField.tsx';
import { agentAtom } from '../session.ts';
import { COMMON_PROBLEMS, SessionForm } from './SessionForm.tsx';
import { ShowPassword } from './ShowPassword.tsx';
import styles from './SignInView.module.css';

type State = 'asking' | 'busy' | PasswordProblem;

interface Props {
	onDone: () => void;
	/** What follows the button. */
	more?: ReactNode;
}

export function NewPasswordForm({ onDone, more }: Props) {
	const agent = useAtomValue(agentAtom);
	const isFirst = agent?.has_password === false;
	const [state, setState] = useState<State>('asking');
	const change = useSetAtom(changePassword);
	const [isShown, setShown] = useState(false);
	const load = useSetAtom(loadScriptTokens);
	const [tokens, setTokens] = useState<readonly AccessToken[]>([]);
	useEffect(() => {
		// Without them the password can be changed all the same.
		load().then(setTokens, () => undefined);
	}, [load]);
	const [endsTokens, setEndsTokens] = useState(false);
	const current = useRef<HTMLInputElement>(null);
	const next = useRef<HTMLInputElement>(null);
	const problems: Record<PasswordProblem, ReactNode> = {
		...COMMON_PROBLEMS,
		CURRENT_WRONG: isFirst ? (
			<Trans>A first password can be chosen within 30 minutes after a sign-in link. Ask for a new link.</Trans>
		) : (
			<Trans>The current password is not correct.</Trans>
		),
		GUESSABLE: <Trans>The new password is easy to guess. Choose another one.</Trans>,
	};
	const { i18n } = useLingui();
	const names = formatList(
		tokens.map(({ name }) => name),
		i18n.locale,
	);
	const submit = async (): Promise<void> => {
		if (state === 'busy' || !next.current) return;
		setState('busy');
		const facts = { password: next.current.value, current: current.current?.value ?? '', endsTokens };
		const problem = await change(facts);
		if (problem) setState(problem);
		else onDone();
	};
	return (
		<SessionForm
			label={isFirst ? <Trans>Choose a password</Trans> : <Trans>Change password</Trans>}
			isBusy={state === 'busy'}
			onSubmit={() => void submit()}
			more={more}
		>
			{state !== 'asking' && state !== 'busy' && (
				<p className={styles.problem} role="alert">
					{problems[state]}
				</p>
			)}
			{/* Password managers take from this field whose password it is. */}
			<input type="email" name="email" autoComplete="username" value={agent?.email ?? ''} readOnly hidden />
			{!isFirst && (
				<PasswordField
					label={<Trans>Current password</Trans>}
					hint={<Trans>Not needed for 30 minutes after you sign in with a link.</Trans>}
					field={current}
					autoComplete="current-password"
					isShown={isShown}
					isRequired={false}
				/>
			)}
			<NewPasswordField label={<Trans>New password</Trans>} field={next} isShown={isShown} />
			<ShowPassword isShown={isShown} onChange={setShown} />
			{tokens.length > 0 && (
				<Checkbox isChecked={endsTokens} onChange={setEndsTokens}>
					<Trans>Also delete my access tokens, which otherwise stay valid: {names}</Trans>
				</Checkbox>
			)}
		</SessionForm>
	);
}
