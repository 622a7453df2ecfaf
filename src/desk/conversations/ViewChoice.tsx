/**
 * Chooses the view: whose conversations, of which status, website and label, and in which order.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import type { ReactNode } from 'react';
import { labelsAtom, teamsAtom } from '../account/account.ts';
import { WebsiteSelect } from '../account/WebsiteSelect.tsx';
import { openDeskDialog } from '../common/openDialog.ts';
import { VisuallyHidden } from '../common/VisuallyHidden.tsx';
import { useFocusHandover } from '#ui/useFocusHandover.ts';
import { viewAtom } from './chosenView.ts';
import { countsAtom } from './counts.ts';
import { chooseView } from './list.ts';
import { useStatusName } from './useStatusName.ts';
import { ASSIGNEES, SORTS, STATUSES, type Sort, type View } from './view.ts';
import styles from './ViewChoice.module.css';

interface Props {
	/** What shows a saved view where one is chosen. */
	saved: ReactNode;
}

export function ViewChoice(props: Props) {
	return (
		<div className={styles.choice}>
			<AssigneeChoice />
			<FilterChoice {...props} />
		</div>
	);
}

function AssigneeChoice() {
	const { i18n } = useLingui();
	const { assignee, filterId } = useAtomValue(viewAtom);
	const counts = useAtomValue(countsAtom);
	const choose = useSetAtom(chooseView);
	const tabs: Record<View['assignee'], { label: ReactNode; count: number | undefined }> = {
		me: { label: <Trans context="conversations">Mine</Trans>, count: counts?.mine_count },
		unassigned: { label: <Trans context="conversations">Unassigned</Trans>, count: counts?.unassigned_count },
		all: { label: <Trans context="conversations">All</Trans>, count: counts?.all_count },
	};
	return (
		<fieldset className={styles.tabs}>
			<legend>
				<VisuallyHidden>
					<Trans>Show conversations</Trans>
				</VisuallyHidden>
			</legend>
			{ASSIGNEES.map((name) => (
				<label key={name} className={styles.tab}>
					<input
						type="radio"
						data-covering
						name="assignee"
						checked={filterId === undefined && name === assignee}
						onChange={() => choose({ assignee: name })}
					/>
					<span>
						<span>{tabs[name].label}</span>{' '}
						<span className={styles.count}>
							{tabs[name].count !== undefined &&
								i18n.number(tabs[name].count, { notation: 'compact', maximumFractionDigits: 0 })}
						</span>
					</span>
				</label>
			))}
		</fieldset>
	);
}

function FilterChoice({ saved }: Props) {
	const { t } = useLingui();
	const { status, sort, inboxId, teamId, label, filterId } = useAtomValue(viewAtom);
	const labels = useAtomValue(labelsAtom).map(({ title }) => title);
	const teams = useAtomValue(teamsAtom);
	const choose = useSetAtom(chooseView);
	const nameStatus = useStatusName();
	const sorts: Record<Sort, string> = {
		last_activity_at_desc: t`Newest activity`,
		last_activity_at_asc: t`Oldest activity`,
		waiting_since_asc: t`Waiting longest`,
		priority_desc: t`Priority`,
	};
	const sortChoice = (
		<select aria-label={t`Sort by`} value={sort} onChange={({ target }) => choose({ sort: target.value as Sort })}>
			{SORTS.map((name) => (
				<option key={name} value={name}>
					{sorts[name]}
				</option>
			))}
		</select>
	);
	if (filterId !== undefined)
		return (
			<div className={styles.filters}>
				{saved}
				{sortChoice}
			</div>
		);
	return (
		<div className={styles.filters}>
			<select
				aria-label={t`Status`}
				value={status}
				onChange={({ target }) => choose({ status: target.value as View['status'] })}
			>
				{STATUSES.map((name) => (
					<option key={name} value={name}>
						{nameStatus(name)}
					</option>
				))}
			</select>
			{sortChoice}
			<WebsiteSelect value={inboxId} onChange={(id) => choose({ inboxId: id })} />
			{(teams.length > 0 || teamId !== undefined) && (
				<select
					aria-label={t`Team`}
					value={teamId ?? ''}
					onChange={({ target }) => choose({ teamId: Number(target.value) || undefined })}
				>
					<option value="">{t`All teams`}</option>
					{teams.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</select>
			)}
			{(labels.length > 0 || label !== undefined) && (
				<select
					aria-label={t`Label`}
					value={label ?? ''}
					onChange={({ target }) => choose({ label: target.value || undefined })}
				>
					<option value="">{t`All labels`}</option>
					{/* One that was deleted since may still be on conversations. */}
					{[...new Set([...labels, ...(label === undefined ? [] : [label])])].map((title) => (
						<option key={title}>{title}</option>
					))}
				</select>
			)}
			<ViewsButton />
		</div>
	);
}

/** It goes once a view is shown, whose own button then has the focus. */
function ViewsButton() {
	const { t } = useLingui();
	const open = useSetAtom(openDeskDialog);
	const button = useFocusHandover<HTMLButtonElement>();
	return <button ref={button} type="button" onClick={() => open('views')}>{t`Views`}</button>;
}
