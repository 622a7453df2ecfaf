/**
 * Shown to an agent who is not signed in, or whose attempt failed: asks for the password, or offers
 * to try again.
 */
import { Trans } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import type { ReactNode } from 'react';
import { describeTooMany } from '../../common/describeTooMany.ts';
import { TextButton } from '../../common/TextButton.tsx';
import { addressLinkAtom } from '../addressLink.ts';
import { PasswordForm } from './PasswordForm.tsx';
import { COMMON_PROBLEMS } from './SessionForm.tsx';
import { SessionNote, SessionPage } from '../SessionPage.tsx';
import { signIn, type SignedOut, type SignInProblem } from '../session.ts';
import { TokenForm } from './TokenForm.tsx';
import styles from './SignInView.module.css';

export function SignInView({ isChecking, problem, wait, unjudged }: SignedOut) {
	const enter = useSetAtom(signIn);
	const addressLink = useAtomValue(addressLinkAtom);
	const problems: Record<SignInProblem, ReactNode> = {
		...COMMON_PROBLEMS,
		TOO_MANY: describeTooMany(wait),
		COOKIES_DENIED: <Trans>This browser accepts no cookies from this address. Allow them and try again.</Trans>,
		LINK_SPENT: <Trans>This sign-in link has already been used or is no longer valid. Ask for a new one.</Trans>,
		NOT_SET_UP: (
			<Trans>This server is not set up yet. Open the address that it wrote to its log when it started.</Trans>
		),
		PASSWORD_REFUSED: <Trans>The email address or the password is not correct.</Trans>,
		TOKEN_REFUSED: <Trans>This access token is not valid.</Trans>,
		ENDED: <Trans>You have been signed out. Your session was ended or has expired.</Trans>,
		UNREACHABLE: <Trans>The server cannot be reached. Check the connection and try again.</Trans>,
	};
	return (
		<SessionPage>
			<h1>
				<Trans>Agent desk</Trans>
			</h1>
			{addressLink && (
				<p className={styles.lead}>
					<Trans>Sign in to confirm your new email address.</Trans>
				</p>
			)}
			{(isChecking || problem) && (
				<SessionNote isBad={!isChecking}>
					{isChecking ? (
						<p key="progress" role="status">
							<Trans>Signing in…</Trans>
						</p>
					) : (
						<p key="problem" role="alert">
							{problem && problems[problem]}
						</p>
					)}
					{unjudged && (
						<TextButton isBusy={isChecking} onPress={() => void enter(unjudged)}>
							<Trans>Try again</Trans>
						</TextButton>
					)}
				</SessionNote>
			)}
			<PasswordForm isChecking={isChecking} />
			<details className={styles.others}>
				<summary>
					<Trans>Other ways to sign in</Trans>
				</summary>
				<TokenForm isChecking={isChecking} />
			</details>
		</SessionPage>
	);
}
