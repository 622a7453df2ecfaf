/** Chooses a saved view of the conversations, adds one, or changes the one that is shown. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useState } from 'react';
import { foldText } from '#protocol/base/foldText.ts';
import { FinderDialog } from '../common/dialogs/FinderDialog.tsx';
import { openDeskDialog } from '../common/openDialog.ts';
import { knownConversationsAtom } from '../conversations/conversations.ts';
import { FilterDialog } from './FilterDialog.tsx';
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
import { ViewCount } from './ViewCount.tsx';

export function ViewsDialog({ onClose }: { onClose: () => void }) {
	const [form, setForm] = useState<'new' | 'edit'>();
	const shown = useAtomValue(shownViewAtom);
	const open = useSetAtom(openDeskDialog);
	const take = useSetAtom(takeView);
	const drop = useSetAtom(dropView);
	// The choice has closed itself by then, and the focus is where it came from.
	const openForm = (which: 'new' | 'edit') => {
		setForm(which);
		open('views');
	};
	if (!form) return <ViewFinder onForm={openForm} onClose={onClose} />;
	return (
		<FilterDialog
			title={form === 'new' ? <Trans>New view</Trans> : <Trans>Edit view</Trans>}
			filtered="conversation"
			filter={form === 'new' ? undefined : shown}
			onSaved={take}
			onDeleted={drop}
			onClose={onClose}
		/>
	);
}

interface FinderProps {
	onForm: (form: 'new' | 'edit') => void;
	onClose: () => void;
}

function ViewFinder({ onForm, onClose }: FinderProps) {
	const { t } = useLingui();
	const [query, setQuery] = useState('');
	const [hasFailed, setFailed] = useState(false);
	const views = useAtomValue(savedViewsAtom);
	const shown = useAtomValue(shownViewAtom);
	const counts = useAtomValue(viewCountsAtom);
	const known = useAtomValue(knownConversationsAtom);
	const load = useSetAtom(loadViews);
	const count = useSetAtom(countViews);
	const show = useSetAtom(showView);
	useEffect(() => void load().catch(() => setFailed(true)), [load]);
	useEffect(() => void count(), [count, known, views]);
	const found = (views ?? []).filter(({ name }) => foldText(name).includes(foldText(query)));
	const options = found.map(({ id, name }) => ({
		key: String(id),
		content: (
			<>
				<bdi>{name}</bdi>
				<ViewCount count={counts.get(id)} />
			</>
		),
		choose: () => show(id),
	}));
	const forms = [
		...(shown ? [{ key: 'edit', content: <Trans>Edit view</Trans>, choose: () => onForm('edit') }] : []),
		{ key: 'new', content: <Trans>New view</Trans>, choose: () => onForm('new') },
	];
	return (
		<FinderDialog
			title={t`Views`}
			query={query}
			onQuery={setQuery}
			groups={[{ options: [...options, ...forms] }]}
			note={views ? undefined : hasFailed ? <Trans>This could not be loaded.</Trans> : <Trans>Loading…</Trans>}
			onClose={onClose}
		/>
	);
}
