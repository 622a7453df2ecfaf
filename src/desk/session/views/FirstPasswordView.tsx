import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { TextButton } from '../../common/TextButton.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { asksPasswordAtom } from '../password.ts';
import { SessionPage } from '../SessionPage.tsx';
import styles from './SignInView.module.css';

/**
 * Asks a person who has come by an invitation for a password, without which they need another link
 * for each sign-in.
 */
export function FirstPasswordView() {
	const ask = useSetAtom(asksPasswordAtom);
	const goOn = () => ask(false);
	return (
		<SessionPage>
			<h1>
				<Trans>Choose a password</Trans>
			</h1>
			<p className={styles.lead}>
				<Trans>Next time, you sign in with your email address and this password. Your link works only once.</Trans>
			</p>
			<NewPasswordForm
				onDone={goOn}
				more={
					<TextButton onPress={goOn}>
						<Trans>Skip</Trans>
					</TextButton>
				}
			/>
		</SessionPage>
	);
}
