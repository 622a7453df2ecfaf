/** For an agent without a login link: asks for the access token. */
import { Trans } from '@lingui/react/macro';
import { useActionState } from 'react';
import type { ReactNode } from 'react';
import { signInWithToken, type SignInProblem } from './session.ts';
import styles from './SignInView.module.css';

export function SignInView({ problem }: { problem: SignInProblem | undefined }) {
	const [, submit, isPending] = useActionState(async (_: unknown, form: FormData) => {
		const accessToken = form.get('access-token');
		if (typeof accessToken === 'string') await signInWithToken(accessToken.trim());
	}, undefined);
	const problems: Record<SignInProblem, ReactNode> = {
		LINK_SPENT: <Trans>This login link has been used or is no longer valid. Ask for a new one.</Trans>,
		TOKEN_REFUSED: <Trans>This access token is not valid.</Trans>,
		UNREACHABLE: <Trans>The server cannot be reached. Check the connection and try again.</Trans>,
	};
	return (
		<main className={styles.page}>
			<form className={styles.card} action={submit}>
				<h1>
					<Trans>Agent desk</Trans>
				</h1>
				<p className={styles.lead}>
					<Trans>
						Open the login link that the server printed when it started, or enter your access token. A new start of the
						server prints a new link.
					</Trans>
				</p>
				{problem && (
					<p className={styles.problem} role="alert">
						{problems[problem]}
					</p>
				)}
				<label className={styles.field}>
					<Trans>Access token</Trans>
					<input name="access-token" type="password" autoComplete="current-password" spellCheck={false} required />
				</label>
				<button type="submit" disabled={isPending}>
					<Trans>Sign in</Trans>
				</button>
			</form>
		</main>
	);
}
