import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useCallback, useRef, useState } from 'react';
import { AUDITED_TYPES, type AuditedType } from '#protocol/application/auditLogRoutes.ts';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import { WaitingNote } from '../../common/WaitingNote.tsx';
import { SettingsPage } from '../parts/SettingsPage.tsx';
import { useFresh } from '../../common/useFresh.ts';
import { loadAuditLog, loadPossibleActors, type AuditLogChoice } from './auditLog.ts';
import { AuditLogEntryItem } from './AuditLogEntryItem.tsx';
import styles from './AuditLogView.module.css';
import { useAuditWords } from './useAuditWords.ts';

/**
 * Who has changed what, when and from where: a page at a time, of one person or one type alone
 * where that is chosen.
 */
export function AuditLogView() {
	const read = useSetAtom(loadAuditLog);
	const [choice, setChoice] = useState<AuditLogChoice>({ page: 1, type: '', userId: '' });
	const load = useCallback(() => read(choice), [read, choice]);
	const { value, isFresh, hasFailed, retry } = useFresh(load, choice);
	return (
		<SettingsPage title={<Trans>Audit log</Trans>} lead={<Trans>Who has changed what, when and from where.</Trans>}>
			<Filters choice={choice} onChange={(change) => setChoice({ ...choice, page: 1, ...change })} />
			{hasFailed || !value ? (
				<WaitingNote hasFailed={hasFailed} retry={retry} />
			) : (
				<div className={styles.found} aria-busy={!isFresh}>
					{value.entries.length === 0 ? (
						<p>
							<Trans>Nothing here yet.</Trans>
						</p>
					) : (
						<ul className={styles.list}>
							{value.entries.map((entry) => (
								<AuditLogEntryItem key={entry.id} entry={entry} />
							))}
						</ul>
					)}
					<PageChoice
						page={choice.page}
						pages={value.pages}
						onChoose={(page) => isFresh && setChoice({ ...choice, page })}
					/>
				</div>
			)}
		</SettingsPage>
	);
}

interface FiltersProps {
	choice: AuditLogChoice;
	onChange: (change: Partial<AuditLogChoice>) => void;
}

function Filters({ choice, onChange }: FiltersProps) {
	const { t } = useLingui();
	const { types } = useAuditWords();
	const { value: people = [] } = useFresh(useSetAtom(loadPossibleActors));
	return (
		<div className={styles.filters}>
			<select
				name="auditable_type"
				aria-label={t`Type`}
				value={choice.type}
				onChange={({ target }) => onChange({ type: target.value as AuditedType | '' })}
			>
				<option value="">{t({ context: 'audit log', message: 'Everything' })}</option>
				{AUDITED_TYPES.map((type) => (
					<option key={type} value={type}>
						{types[type]}
					</option>
				))}
			</select>
			<select
				name="user_id"
				aria-label={t`Team members`}
				value={choice.userId}
				onChange={({ target }) => onChange({ userId: target.value })}
			>
				<option value="">{t({ context: 'audit log', message: 'Everybody' })}</option>
				{people.map(({ id, name }) => (
					<option key={id} value={id}>
						{name}
					</option>
				))}
			</select>
		</div>
	);
}

function PageChoice({ page, pages, onChoose }: { page: number; pages: number; onChoose: (page: number) => void }) {
	const { t } = useLingui();
	const nav = useRef<HTMLElement>(null);
	const choose = (chosen: number): void => {
		if (chosen === 1 || chosen === pages) nav.current?.focus();
		onChoose(chosen);
	};
	if (pages === 1) return null;
	return (
		// It takes the focus from a button that there is no page for any more.
		<nav ref={nav} className={styles.pages} aria-label={t`Pages`} tabIndex={-1}>
			{page > 1 && (
				<OutlinedButton onPress={() => choose(page - 1)}>
					<Trans>Previous page</Trans>
				</OutlinedButton>
			)}
			<span>
				{page} / {pages}
			</span>
			{page < pages && (
				<OutlinedButton onPress={() => choose(page + 1)}>
					<Trans>Next page</Trans>
				</OutlinedButton>
			)}
		</nav>
	);
}
