/** In the thread's place while there is none: nothing is chosen, or what the address names is not known yet or at all. */
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { loadConversation } from '../conversations/conversations.ts';
import { LIST_HREF } from '../route.ts';
import styles from './MissingThread.module.css';

export function MissingThread({ id }: { id: number | undefined }) {
	const [hasFailed, setFailed] = useState(false);
	useEffect(() => {
		if (id !== undefined) loadConversation(id).catch(() => setFailed(true));
	}, [id]);
	return (
		<section className={styles.empty}>
			{id === undefined ? (
				<p>
					<Trans>Choose a conversation to read and answer it.</Trans>
				</p>
			) : hasFailed ? (
				<p role="alert">
					<Trans>This conversation could not be loaded.</Trans>{' '}
					<a href={LIST_HREF}>
						<Trans>Back to the conversations</Trans>
					</a>
				</p>
			) : (
				<p role="status">
					<Trans>Loading…</Trans>
				</p>
			)}
		</section>
	);
}
