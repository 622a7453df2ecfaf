/**
 * Shown to an agent who is not signed in, or whose attempt failed: asks for the password, or offers
 * to try again. Without a network it says so.
 */
import { Trans } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { describeTooMany } from '../common/describeTooMany.ts';
import { TextButton } from '../common/TextButton.tsx';
import { useIsOnline } from '../common/useIsOnline.ts';
import { addressLinkAtom } from './addressLink.ts';
import { PasswordForm } from './PasswordForm.tsx';
import { COMMON_PROBLEMS } from './SessionForm.tsx';
import { SessionPage } from './SessionPage.tsx';
import { signIn, type SignedOut, type SignInProblem } from './session.ts';
import { TokenForm } from './TokenForm.tsx';
import styles from './SignInView.module.css';
import { requestPause, retryLater } from '#client/retry.ts';

export function SignInView({ isChecking, problem, wait, unjudged }: SignedOut) {
	const enter = useSetAtom(signIn);
	const isOnline = useIsOnline();
	const addressLink = useAtomValue(addressLinkAtom);
	// Without the server it is unknown whether the agent is signed in, and a form could not sign
	// them in either.
	const isUnanswered = problem === 'UNREACHABLE' && unjudged === 'session';
	useRetriedSession(isUnanswered, isChecking);
	const isOffline = isUnanswered && !isOnline;
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
			<h1>{isOffline ? <Trans>You are offline</Trans> : <Trans>Agent desk</Trans>}</h1>
			{addressLink && (
				<p className={styles.lead}>
					<Trans>Sign in to confirm your new email address.</Trans>
				</p>
			)}
			{(isChecking || problem) && (
				<div className={isChecking || isUnanswered ? styles.progress : styles.problem}>
					{isChecking && !isUnanswered ? (
						<p key="progress" role="status">
							<Trans>Signing in…</Trans>
						</p>
					) : (
						<p key="problem" role="alert">
							{isOffline ? (
								<Trans>Everything resumes automatically once you are connected again.</Trans>
							) : (
								problem && problems[problem]
							)}
						</p>
					)}
					{unjudged && (
						<TextButton isBusy={isChecking} onPress={() => void enter(unjudged)}>
							<Trans>Try again</Trans>
						</TextButton>
					)}
				</div>
			)}
			{!isUnanswered && (
				<>
					<PasswordForm isChecking={isChecking} />
					<details className={styles.others}>
						<summary>
							<Trans>Other ways to sign in</Trans>
						</summary>
						<TokenForm isChecking={isChecking} />
					</details>
				</>
			)}
		</SessionPage>
	);
}

/**
 * Tries the browser's session again and again, and at once when the network is back, until the
 * server answers.
 */
function useRetriedSession(isUnanswered: boolean, isChecking: boolean): void {
	const enter = useSetAtom(signIn);
	const failures = useRef(0);
	useEffect(() => {
		if (!isUnanswered || isChecking) return;
		return retryLater(requestPause(failures.current++), () => void enter('session'));
	}, [isUnanswered, isChecking, enter]);
}
