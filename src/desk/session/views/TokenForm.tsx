/**
 * For an agent who has neither a password nor a link: asks for the access token, and says who makes
 * a link.
 */
import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useRef } from 'react';
import { SessionForm } from './SessionForm.tsx';
import { signIn } from '../session.ts';
import styles from './SignInView.module.css';

export function TokenForm({ isChecking }: { isChecking: boolean }) {
	const enter = useSetAtom(signIn);
	const field = useRef<HTMLInputElement>(null);
	return (
		<SessionForm
			label={<Trans>Sign in</Trans>}
			isBusy={isChecking}
			onSubmit={() => {
				if (field.current) void enter({ accessToken: field.current.value.trim() });
			}}
		>
			<p className={styles.lead}>
				<Trans>
					Open your sign-in link, or enter your access token. Administrators make new links in the settings.
				</Trans>
			</p>
			<label className={styles.field}>
				<Trans>Access token</Trans>
				{/* A password manager that kept it would offer it as the password. */}
				<input ref={field} name="access-token" type="password" autoComplete="off" spellCheck={false} required />
			</label>
		</SessionForm>
	);
}
