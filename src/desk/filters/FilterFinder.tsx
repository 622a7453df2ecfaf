/**
 * Finds a filter that is kept by name, and leads to the forms of a new one and of the shown one.
 */
import { Trans } from '@lingui/react/macro';
import { useEffect, useState, type ReactNode } from 'react';
import type { CustomFilter } from '#protocol/application/filters/customFilterRoutes.ts';
import { foldText } from '#protocol/base/foldText.ts';
import { FinderDialog } from '../common/dialogs/FinderDialog.tsx';
import { ViewCount } from './ViewCount.tsx';

export type FilterForm = 'new' | 'edit';

interface Props {
	title: string;
	/** What the forms are called. */
	forms: Record<FilterForm, ReactNode>;
	/** Undefined until they have been loaded. */
	filters: readonly CustomFilter[] | undefined;
	/** The one that is shown, which can be changed. */
	shown: CustomFilter | undefined;
	/** Filter's id → how many it finds, as far as they have been counted. */
	counts?: ReadonlyMap<number, number>;
	/** Loads them again. Rejects with a RequestError. */
	load: () => Promise<unknown>;
	onShow: (id: number) => void;
	onForm: (form: FilterForm) => void;
	onClose: () => void;
}

export function FilterFinder({ title, forms, filters, shown, counts, load, onShow, onForm, onClose }: Props) {
	const [query, setQuery] = useState('');
	const [hasFailed, setFailed] = useState(false);
	useEffect(() => void load().catch(() => setFailed(true)), [load]);
	const found = (filters ?? []).filter(({ name }) => foldText(name).includes(foldText(query)));
	const options = found.map(({ id, name }) => ({
		key: String(id),
		content: (
			<>
				<bdi>{name}</bdi>
				<ViewCount count={counts?.get(id)} />
			</>
		),
		choose: () => onShow(id),
	}));
	const formOf = (form: FilterForm) => ({ key: form, content: forms[form], choose: () => onForm(form) });
	return (
		<FinderDialog
			title={title}
			query={query}
			onQuery={setQuery}
			groups={[{ options: [...options, ...(shown ? [formOf('edit')] : []), formOf('new')] }]}
			note={filters ? undefined : hasFailed ? <Trans>This could not be loaded.</Trans> : <Trans>Loading…</Trans>}
			onClose={onClose}
		/>
	);
}
