/** Shows the sign-in form, or the desk of the agent who is signed in. */
import { Trans } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx';
import { setupTokenAtom } from './common/route.ts';
import { drawFailure } from './common/WaitingNote.tsx';
import { DeskView } from './DeskView.tsx';
import { FirstAdministratorView, FirstPasswordView, LinkQuestion, SignInView } from './lateViews.tsx';
import { asksPasswordAtom } from './session/password.ts';
import { sessionAtom, type SignedOut } from './session/session.ts';
import { UnreachableView } from './session/UnreachableView.tsx';
import styles from './App.module.css';

export function App() {
	return (
		<ErrorBoundary renderFallback={drawFailure}>
			<Page />
		</ErrorBoundary>
	);
}

function Page() {
	const session = useAtomValue(sessionAtom);
	const setupToken = useAtomValue(setupTokenAtom);
	const asksPassword = useAtomValue(asksPasswordAtom);
	switch (session.state) {
		case 'resuming':
			return (
				<main className={styles.waiting}>
					<p role="status">
						<Trans>Signing in…</Trans>
					</p>
				</main>
			);
		case 'undecided':
			return <LinkQuestion {...session} />;
		case 'signed-out':
			if (session.problem === 'UNREACHABLE' && session.unjudged === 'session')
				return <UnreachableView isChecking={session.isChecking} />;
			if (setupToken !== undefined && isNotSetUp()) return <FirstAdministratorView token={setupToken} />;
			return <SignInView {...problemOf(setupToken)} {...session} />;
		case 'signed-in':
			if (asksPassword && session.agent.has_password === false) return <FirstPasswordView />;
			return <DeskView agent={session.agent} />;
	}
}

/** Why an agent who has not tried to sign in cannot. */
function problemOf(setupToken: string | undefined): Pick<SignedOut, 'problem'> {
	if (isNotSetUp()) return { problem: 'NOT_SET_UP' };
	return setupToken === undefined ? {} : { problem: 'LINK_SPENT' };
}

/** Whether the server has no administrator yet; its page says so. */
function isNotSetUp(): boolean {
	return document.querySelector('meta[name=first-run]') !== null;
}
