/** In the thread's place while there is none: nothing is chosen, or what the address names is not known yet or at all. */
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { loadConversation } from '../conversations/conversations.ts';
import { LIST_HREF } from '../route.ts';
import { TextButton } from '../TextButton.tsx';
import styles from './MissingThread.module.css';

export function MissingThread({ id }: { id: number | undefined }) {
	const [attempt, setAttempt] = useState(1);
	const [failedAttempt, setFailedAttempt] = useState(0);
	useEffect(() => {
		if (id !== undefined) loadConversation(id).catch(() => setFailedAttempt(attempt));
	}, [id, attempt]);
	return (
		// Has the focus when "Try again" goes away.
		<section className={styles.empty} tabIndex={-1}>
			{id === undefined ? (
				<p>
					<Trans>Choose a conversation to read and answer it.</Trans>
				</p>
			) : failedAttempt === attempt ? (
				<div>
					<p role="alert">
						<Trans>This conversation could not be loaded.</Trans>{' '}
						<TextButton onPress={() => setAttempt(attempt + 1)}>
							<Trans>Try again</Trans>
						</TextButton>
					</p>
					<a href={LIST_HREF}>
						<Trans>Back to the conversations</Trans>
					</a>
				</div>
			) : (
				<p role="status">
					<Trans>Loading…</Trans>
				</p>
			)}
		</section>
	);
}
