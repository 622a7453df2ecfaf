/** Above the list of conversations: which saved view it shows. Keeps the list right meanwhile. */
import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect } from 'react';
import { useFocusHandover } from '#ui/useFocusHandover.ts';
import { openDeskDialog } from '../common/openDialog.ts';
import { viewAtom } from '../conversations/chosenView.ts';
import { knownConversationsAtom } from '../conversations/conversations.ts';
import { listProgressAtom } from '../conversations/list.ts';
import { keyOfView } from '../conversations/view.ts';
import { followChanges, reread } from './rereadView.ts';
import { loadViews, shownViewAtom } from './savedViews.ts';
import { ViewCount } from './ViewCount.tsx';
import styles from './SavedView.module.css';

export function SavedView() {
	const { t } = useLingui();
	const name = useAtomValue(shownViewAtom)?.name;
	const key = keyOfView(useAtomValue(viewAtom));
	const known = useAtomValue(knownConversationsAtom);
	const open = useSetAtom(openDeskDialog);
	const load = useSetAtom(loadViews);
	const read = useSetAtom(reread);
	const follow = useSetAtom(followChanges);
	const { state, count } = useAtomValue(listProgressAtom);
	const hasFailed = state === 'failed';
	const button = useFocusHandover<HTMLButtonElement>();
	// What chose the view has gone, and has left the focus to the columns.
	useEffect(() => {
		if (document.activeElement?.matches('body, main')) button.current?.focus();
	}, [button]);
	// Without them the view has no name until they are chosen from.
	useEffect(() => void load().catch(console.debug), [load]);
	// It may have been read long ago, or have been deleted.
	useEffect(() => void read(), [read, key, hasFailed]);
	useEffect(() => follow(), [follow, known]);
	return (
		<button
			ref={button}
			type="button"
			className={styles.view}
			dir="auto"
			title={t`Views`}
			onClick={() => open('views')}
		>
			<span className={styles.name}>{name ?? t`Views`}</span>
			<ViewCount count={count} />
		</button>
	);
}
