/**
 * Shown instead of a thread: none is chosen, or the conversation that the address names is still
 * loading or does not exist.
 */
import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { useLoaded } from '#ui/useLoaded.ts';
import { loadConversation } from '../conversations/conversations.ts';
import { LIST_HREF } from '../common/route.ts';
import { TextButton } from '../common/TextButton.tsx';
import styles from './MissingThread.module.css';

export function MissingThread({ id }: { id: number | undefined }) {
	return (
		// It takes the focus when "Try again" disappears.
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

/** A conversation that is not known yet: its thread is shown once it is loaded. */
function UnknownThread({ id }: { id: number }) {
	const open = useSetAtom(loadConversation);
	const [load] = useState(() => async () => ({ canBeRead: await open(id) }));
	const { value: loaded, hasFailed, retry } = useLoaded(load);
	const isGone = loaded?.canBeRead === false;
	if (!hasFailed && !isGone) {
		return (
			<p role="status">
				<Trans>Loading…</Trans>
			</p>
		);
	}
	return (
		<div>
			<p role="alert">
				{isGone ? (
					<Trans>This conversation does not exist, or you have no access to its website.</Trans>
				) : (
					<>
						<Trans>This conversation could not be loaded.</Trans>{' '}
						<TextButton onPress={retry}>
							<Trans>Try again</Trans>
						</TextButton>
					</>
				)}
			</p>
			<a href={LIST_HREF}>
				<Trans>Back to the conversations</Trans>
			</a>
		</div>
	);
}
