/**
 * In place of the desk while the server cannot say whether the agent is signed in: a form could not
 * sign them in either. It is no late part, since it shows without a network.
 */
import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { requestPause, retryLater } from '#client/retry.ts';
import { TextButton } from '../common/TextButton.tsx';
import { useIsOnline } from '../common/useIsOnline.ts';
import { SessionNote, SessionPage } from './SessionPage.tsx';
import { signIn } from './session.ts';

/** Tries again by itself, and at once when the network is back, until the server answers. */
export function UnreachableView({ isChecking }: { isChecking: boolean }) {
	const enter = useSetAtom(signIn);
	const isOnline = useIsOnline();
	const failures = useRef(0);
	const place = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (isChecking) return;
		return retryLater(requestPause(failures.current++), () => void enter('session'));
	}, [isChecking, enter]);
	// Who has pressed "Try again" in the view before goes on from the button.
	useLayoutEffect(() => place.current?.querySelector('button')?.focus(), []);
	return (
		<SessionPage>
			<h1>{isOnline ? <Trans>Agent desk</Trans> : <Trans>You are offline</Trans>}</h1>
			<SessionNote ref={place} isBad={false}>
				<p role="alert">
					{isOnline ? (
						<Trans>The server cannot be reached. Check the connection and try again.</Trans>
					) : (
						<Trans>Everything resumes automatically once you are connected again.</Trans>
					)}
				</p>
				<TextButton isBusy={isChecking} onPress={() => void enter('session')}>
					<Trans>Try again</Trans>
				</TextButton>
			</SessionNote>
		</SessionPage>
	);
}
