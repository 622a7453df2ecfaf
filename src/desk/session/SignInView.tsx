/** For an agent without a login link, or whose sign-in failed: a form for the access token, or a button to try again. */
import { Trans } from '@lingui/react/macro';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { TextButton } from '../common/TextButton.tsx';
import { signIn, type SignedOut, type SignInProblem } from './session.ts';
import styles from './SignInView.module.css';

export function SignInView({ isChecking, problem, unjudged }: SignedOut) {
	const field = useRef<HTMLInputElement>(null);
	const problems: Record<SignInProblem, ReactNode> = {
		COOKIES_DENIED: <Trans>This browser accepts no cookies from this address. Allow them and try again.</Trans>,
		LINK_SPENT: <Trans>This sign-in link has already been used or is no longer valid. Ask for a new one.</Trans>,
		TOKEN_REFUSED: <Trans>This access token is not valid.</Trans>,
		FAILED: <Trans>That did not work. Try again.</Trans>,
		UNREACHABLE: <Trans>The server cannot be reached. Check the connection and try again.</Trans>,
	};
	return (
		<main className={styles.page}>
			<form
				className={styles.card}
				// It takes the focus when "Try again" disappears.
				tabIndex={-1}
				onSubmit={(event) => {
					event.preventDefault();
					if (field.current) void signIn({ accessToken: field.current.value.trim() });
				}}
			>
				<h1>
					<Trans>Agent desk</Trans>
				</h1>
				<p className={styles.lead}>
					<Trans>
						Open your sign-in link, or enter your access token. Whoever runs the server makes a new link with this
						command:
					</Trans>
				</p>
				<code className={styles.command} dir="ltr">
					npm run admin -- login-link <span className={styles.option}>--email</span> you@example.com
				</code>
				{(isChecking || problem) && (
					<div className={isChecking ? styles.progress : styles.problem}>
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
							<TextButton isBusy={isChecking} onPress={() => void signIn(unjudged)}>
								<Trans>Try again</Trans>
							</TextButton>
						)}
					</div>
				)}
				<label className={styles.field}>
					<Trans>Access token</Trans>
					<input
						ref={field}
						name="access-token"
						type="password"
						autoComplete="current-password"
						spellCheck={false}
						required
					/>
				</label>
				<button type="submit" aria-disabled={isChecking || undefined}>
					<Trans>Sign in</Trans>
				</button>
			</form>
		</main>
	);
}
