/** Chooses a saved view of the conversations, adds one, or changes the one that is shown. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useState } from 'react';
import { openDeskDialog } from '../common/openDialog.ts';
import { knownConversationsAtom } from '../conversations/conversations.ts';
import { FilterDialog } from './FilterDialog.tsx';
import { type FilterForm, FilterFinder } from './FilterFinder.tsx';
import {
	countViews,
	dropView,
	loadViews,
	savedViewsAtom,
	showView,
	shownViewAtom,
	takeView,
	viewCountsAtom,
} from './savedViews.ts';

export function ViewsDialog({ onClose }: { onClose: () => void }) {
	const { t } = useLingui();
	const [form, setForm] = useState<FilterForm>();
	const views = useAtomValue(savedViewsAtom);
	const shown = useAtomValue(shownViewAtom);
	const counts = useAtomValue(viewCountsAtom);
	const known = useAtomValue(knownConversationsAtom);
	const load = useSetAtom(loadViews);
	const count = useSetAtom(countViews);
	const show = useSetAtom(showView);
	const open = useSetAtom(openDeskDialog);
	const take = useSetAtom(takeView);
	const drop = useSetAtom(dropView);
	const forms = { new: <Trans>New view</Trans>, edit: <Trans>Edit view</Trans> };
	useEffect(() => void count(), [count, known, views]);
	if (form)
		return (
			<FilterDialog
				title={forms[form]}
				filtered="conversation"
				filter={form === 'new' ? undefined : shown}
				onSaved={take}
				onDeleted={drop}
				onClose={onClose}
			/>
		);
	return (
		<FilterFinder
			title={t`Views`}
			forms={forms}
			filters={views}
			shown={shown}
			counts={counts}
			load={load}
			onShow={show}
			onForm={(which) => {
				// The choice has closed itself by then, and the focus is where it came from.
				setForm(which);
				open('views');
			}}
			onClose={onClose}
		/>
	);
}
