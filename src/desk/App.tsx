/** Shows the sign-in form, or the desk of the agent who is signed in. */
import { Trans } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { DeskView } from './DeskView.tsx';
import { sessionAtom } from './session/session.ts';
import { SignInView } from './session/SignInView.tsx';
import styles from './App.module.css';

export function App() {
	const session = useAtomValue(sessionAtom);
	switch (session.state) {
		case 'resuming':
			return (
				<main className={styles.resuming}>
					<p role="status">
						<Trans>Signing in…</Trans>
					</p>
				</main>
			);
		case 'signed-out':
			return <SignInView {...session} />;
		case 'signed-in':
			return <DeskView agent={session.agent} />;
	}
}
