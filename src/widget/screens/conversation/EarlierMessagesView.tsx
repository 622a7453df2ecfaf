import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { focusWhenEntered } from '#ui/focusWhenEntered.ts';
import { Loading } from '#ui/Loading.tsx';
import { visitSignalAtom } from '../../features/session/session.ts';
import styles from './EarlierMessagesView.module.css';
import { MessageList } from './MessageList.tsx';
import { changeReading, listedMessagesAtom, earlierConversationAtom } from '../../features/messages/reading.ts';
import { openEarlierConversation } from '../../features/messages/openEarlierConversation.ts';

interface Props {
	/** Display id, from the hash. */
	conversation?: string | undefined;
	/** The visitor wants to go to the current conversation. */
	onLeave: () => void;
}

/** Route `/conversation`: an earlier conversation, which can be read but not answered. */
export function EarlierMessagesView({ conversation, onLeave }: Props) {
	const { t } = useLingui();
	const id = Number(conversation);
	const reading = useAtomValue(earlierConversationAtom);
	const isEmpty = useAtomValue(listedMessagesAtom).length === 0;
	const isKnown = reading?.id === id;
	const isMissing = !isKnown || (isEmpty && reading.state !== 'loaded');
	const visit = useAtomValue(visitSignalAtom);
	const read = useSetAtom(openEarlierConversation);
	const change = useSetAtom(changeReading);
	const view = useRef<HTMLElement>(null);

	useEffect(() => {
		void read(id);
		const leaveFocus = focusWhenEntered(view.current);
		return () => {
			leaveFocus();
			change(() => undefined);
		};
		// Runs again for another visitor, who may not read the conversation and is told so.
	}, [id, visit, read, change]);

	return (
		<main ref={view} className={styles.view} tabIndex={-1} aria-label={t`Earlier conversation`}>
			{isMissing ? (
				<div className={styles.place}>
					<Loading hasFailed={isKnown && reading.state === 'failed'} retry={() => void read(id)} />
				</div>
			) : (
				<MessageList />
			)}
			<div className={styles.notice}>
				<p>{t`This is an earlier conversation.`}</p>
				<Button kind="primary" onPress={onLeave}>{t`Go to the current conversation`}</Button>
			</div>
		</main>
	);
}
