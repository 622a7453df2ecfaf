import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import { SessionPage } from '../SessionPage.tsx';
import { declineLink, signIn, type Undecided } from '../session.ts';
import styles from './SignInView.module.css';

/**
 * Asks before a link signs another person in than the one who is signed in: a sender of their own
 * link would read what is then written in their name.
 */
export function LinkQuestion({ agent, link }: Undecided) {
	const enter = useSetAtom(signIn);
	const decline = useSetAtom(declineLink);
	const { email } = link;
	const current = agent.email;
	return (
		<SessionPage>
			<h1 className={styles.question}>
				<Trans>
					Sign in as <bdi>{email}</bdi> instead of <bdi>{current}</bdi>?
				</Trans>
			</h1>
			<OutlinedButton onPress={() => void enter({ link, isAccepted: true })}>
				<Trans>Sign in</Trans>
			</OutlinedButton>
			<OutlinedButton onPress={() => decline()}>
				<Trans>Cancel</Trans>
			</OutlinedButton>
		</SessionPage>
	);
}
