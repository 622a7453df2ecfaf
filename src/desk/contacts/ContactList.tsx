/** The list of contacts, and above it what is chosen of it. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useState } from 'react';
import type { ContactSort } from '#protocol/application/contactRoutes.ts';
import { SEARCH_DELAY } from '#protocol/base/limits.ts';
import { createLazy } from '#ui/createLazy.tsx';
import { labelsAtom } from '../account/account.ts';
import { attempt } from '../common/attempt.ts';
import { LoadingDialog } from '../form/LoadingDialog.tsx';
import { loadLate } from '../common/loadLate.ts';
import { OutlinedButton } from '../common/OutlinedButton.tsx';
import { TextButton } from '../common/TextButton.tsx';
import { agentAtom } from '../session/session.ts';
import { contactAttributesAtom } from './chosenColumns.ts';
import { ColumnChoice } from './ColumnChoice.tsx';
import { ContactFilters } from './ContactFilters.tsx';
import {
	chooseContacts,
	contactListAtom,
	contactViewAtom,
	exportContacts,
	loadMoreContacts,
	reloadContacts,
} from './contactList.ts';
import { ContactRows } from './ContactRows.tsx';
import styles from './ContactList.module.css';

const AddContactDialog = createLazy(
	async () => (await loadLate(() => import('./AddContactDialog.tsx'))).AddContactDialog,
	LoadingDialog,
);

const ImportDialog = createLazy(async () => (await loadLate(() => import('./import/ImportDialog.tsx'))).ImportDialog);

export function ContactList() {
	const { i18n } = useLingui();
	const { count } = useAtomValue(contactListAtom);
	const view = useAtomValue(contactViewAtom);
	const isAdministrator = useAtomValue(agentAtom)?.role === 'administrator';
	const [isAdding, setAdding] = useState(false);
	const [isImporting, setImporting] = useState(false);
	const attributes = useAtomValue(contactAttributesAtom);
	const reload = useSetAtom(reloadContacts);
	return (
		<section className={styles.list}>
			<div className={styles.head}>
				<h2>
					<Trans>Contacts</Trans> {count !== undefined && <span className={styles.count}>{i18n.number(count)}</span>}
				</h2>
				<div className={styles.actions}>
					{isAdministrator && (
						<>
							<ExportButton />
							<OutlinedButton onPress={() => setImporting(true)}>
								<Trans>Import</Trans>
							</OutlinedButton>
						</>
					)}
					<OutlinedButton onPress={() => setAdding(true)}>
						<Trans>Add</Trans>
					</OutlinedButton>
				</div>
			</div>
			<div className={styles.choices}>
				<SearchField />
				<LabelChoice />
				<SortChoice />
				<ColumnChoice />
				<ContactFilters />
			</div>
			<ContactRows key={JSON.stringify(view)}>
				<Progress />
			</ContactRows>
			{isAdding && <AddContactDialog onClose={() => setAdding(false)} />}
			{isImporting && (
				<ImportDialog attributes={attributes} onImported={() => void reload()} onClose={() => setImporting(false)} />
			)}
		</section>
	);
}

function ExportButton() {
	const save = useSetAtom(exportContacts);
	const tryTo = useSetAtom(attempt);
	const [isBusy, setBusy] = useState(false);
	const press = async (): Promise<void> => {
		if (isBusy) return;
		setBusy(true);
		await tryTo(save);
		setBusy(false);
	};
	return (
		<OutlinedButton isBusy={isBusy} onPress={() => void press()}>
			<Trans>Download CSV</Trans>
		</OutlinedButton>
	);
}

/** Searches shortly after the last key. */
function SearchField() {
	const { t } = useLingui();
	const { query } = useAtomValue(contactViewAtom);
	const choose = useSetAtom(chooseContacts);
	const [text, setText] = useState(query);
	useEffect(() => {
		if (text.trim() === query) return;
		const timer = setTimeout(() => void choose({ query: text.trim() }), SEARCH_DELAY);
		return () => clearTimeout(timer);
	}, [text, query, choose]);
	return (
		<input
			className={styles.search}
			type="search"
			dir="auto"
			aria-label={t`Search`}
			placeholder={t`Search`}
			autoComplete="off"
			maxLength={255}
			value={text}
			onChange={({ target }) => setText(target.value)}
		/>
	);
}

function LabelChoice() {
	const { t } = useLingui();
	const { label } = useAtomValue(contactViewAtom);
	const labels = useAtomValue(labelsAtom).map(({ title }) => title);
	const choose = useSetAtom(chooseContacts);
	if (labels.length === 0 && label === undefined) return null;
	return (
		<select
			aria-label={t`Label`}
			value={label ?? ''}
			onChange={({ target }) => void choose({ label: target.value || undefined })}
		>
			<option value="">{t`All labels`}</option>
			{labels.map((title) => (
				<option key={title}>{title}</option>
			))}
		</select>
	);
}

const SORTS = [
	'-last_activity_at',
	'last_activity_at',
	'-created_at',
	'name',
	'email',
] as const satisfies readonly ContactSort[];

function SortChoice() {
	const { t } = useLingui();
	const { sort } = useAtomValue(contactViewAtom);
	const choose = useSetAtom(chooseContacts);
	const names: Record<(typeof SORTS)[number], string> = {
		'-last_activity_at': t`Newest activity`,
		last_activity_at: t`Oldest activity`,
		'-created_at': t`Newest contacts`,
		name: t`Name`,
		email: t`Email`,
	};
	return (
		<select
			aria-label={t`Sort by`}
			value={sort}
			onChange={({ target }) => void choose({ sort: target.value as ContactSort })}
		>
			{SORTS.map((name) => (
				<option key={name} value={name}>
					{names[name]}
				</option>
			))}
		</select>
	);
}

/** What is said after the last row. */
function Progress() {
	const { contacts, next, state } = useAtomValue(contactListAtom);
	const { label, query, conditions, segmentId } = useAtomValue(contactViewAtom);
	const loadMore = useSetAtom(loadMoreContacts);
	if (state === 'failed')
		return (
			<p className={styles.note} role="alert">
				<Trans>This could not be loaded.</Trans>{' '}
				<TextButton onPress={() => void loadMore()}>
					<Trans>Try again</Trans>
				</TextButton>
			</p>
		);
	if (state === 'loading')
		return (
			<p className={styles.note} role="status">
				<Trans>Loading…</Trans>
			</p>
		);
	if (next !== null || contacts.length > 0) return null;
	return (
		<p className={styles.note} role="status">
			{query !== '' || label !== undefined || conditions || segmentId !== undefined ? (
				<Trans>No results found</Trans>
			) : (
				<Trans>Nothing here yet.</Trans>
			)}
		</p>
	);
}
