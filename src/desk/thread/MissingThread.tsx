/** In the thread's place while there is none: nothing is chosen, or what the address names is not known yet or at all. */
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useLoaded } from '#ui/useLoaded.ts';
import { loadConversation } from '../conversations/conversations.ts';
import { LIST_HREF } from '../common/route.ts';
import { TextButton } from '../common/TextButton.tsx';
import styles from './MissingThread.module.css';

export function MissingThread({ id }: { id: number | undefined }) {
	return (
		// Has the focus when "Try again" goes away.
		<section className={styles.empty} tabIndex={-1}>
			{id === undefined ? (
				<p>
					<Trans>Choose a conversation to read and reply.</Trans>
				</p>
			) : (
				<UnknownThread key={id} id={id} />
			)}
		</section>
	);
}

/** Once it is loaded, the thread stands here. */
function UnknownThread({ id }: { id: number }) {
	const [load] = useState(() => () => loadConversation(id));
	const { hasFailed, retry } = useLoaded(load);
	if (!hasFailed) {
		return (
			<p role="status">
				<Trans>Loading…</Trans>
			</p>
		);
	}
	return (
		<div>
			<p role="alert">
				<Trans>This conversation could not be loaded.</Trans>{' '}
				<TextButton onPress={retry}>
					<Trans>Try again</Trans>
				</TextButton>
			</p>
			<a href={LIST_HREF}>
				<Trans>Back to the conversations</Trans>
			</a>
		</div>
	);
}
