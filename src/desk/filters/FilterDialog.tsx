/**
 * The form of a filter: its conditions and, where it is kept by name, its name and who sees it.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { FilterCondition } from '#protocol/application/filters/conditions.ts';
import type { CustomFilter } from '#protocol/application/filters/customFilterRoutes.ts';
import { attempt } from '../common/attempt.ts';
import { Checkbox } from '../common/Checkbox.tsx';
import { Dialog } from '../common/dialogs/Dialog.tsx';
import { discardUnsaved, leaveForm } from '../common/leaving.ts';
import { ProblemBox } from '../common/ProblemBox.tsx';
import { QuestionDialog } from '../common/QuestionDialog.tsx';
import { TextButton } from '../common/TextButton.tsx';
import { DeskForm } from '../form/DeskForm.tsx';
import { LeaveDialog } from '../form/LeaveDialog.tsx';
import { TextField } from '../form/TextField.tsx';
import { ReloadContext } from '../form/reload.ts';
import { useForm } from '../form/useForm.ts';
import { ConditionRows } from './ConditionRows.tsx';
import { draftOf, findFault, toConditions, toDrafts } from './drafts.ts';
import { loadFilterFacts } from './filterFacts.ts';
import { conditionsOf, removeFilter, saveFilter, showFilter } from './savedFilters.ts';
import { type Filtered, useFilterFields } from './useFilterFields.ts';
import styles from './FilterDialog.module.css';

interface Props {
	title: ReactNode;
	filtered: Filtered;
	/** Undefined for a new one. */
	filter: CustomFilter | undefined;
	/** What a new one begins with. */
	conditions?: readonly FilterCondition[] | undefined;
	/** Takes the conditions of a filter that is not kept by name. */
	onApplied?: (conditions: readonly FilterCondition[]) => void;
	onSaved?: (filter: CustomFilter) => void;
	onDeleted?: (id: number) => void;
	/** Called when it is saved, deleted or closed, and the focus is where it was before. */
	onClose: () => void;
}

export function FilterDialog({ filter, ...props }: Props) {
	const [known, setKnown] = useState(filter);
	const show = useSetAtom(showFilter);
	const tryTo = useSetAtom(attempt);
	const reload = () => void tryTo(async () => known && setKnown(await show(known.id)));
	return (
		<ReloadContext value={reload}>
			<FilterForm key={known?.etag} {...props} filter={known} />
		</ReloadContext>
	);
}

function FilterForm({ title, filtered, filter, conditions, onApplied, onSaved, onDeleted, onClose }: Props) {
	const { t } = useLingui();
	const place = useRef<HTMLDivElement>(null);
	const leave = useSetAtom(leaveForm);
	const load = useSetAtom(loadFilterFacts);
	const save = useSetAtom(saveFilter);
	const remove = useSetAtom(removeFilter);
	const discard = useSetAtom(discardUnsaved);
	const [shown, setShown] = useState(0);
	const [deleting, setDeleting] = useState<'asking' | 'busy' | 'failed' | 'done'>();
	const { id = 0, name = '' } = filter ?? {};
	const fields = useFilterFields(filtered);
	const [initial] = useState(() => valuesOf(filter, conditions, fields));
	const form = useForm({
		initial,
		check: ({ name: title, drafts }) => ({
			name: onApplied || title.trim() ? undefined : t`Required`,
			...Object.fromEntries(drafts.map((draft, index) => [`drafts.${index}`, findFault(fields, draft)])),
		}),
		etag: filter?.etag,
		save: async ({ name: title, shared, drafts }, etag) => {
			const query = { payload: toConditions(fields, drafts) };
			if (onApplied) return onApplied(query.payload);
			const saved = await save(filter, filtered, { name: title.trim(), shared, query }, etag);
			onSaved?.(saved);
			return saved;
		},
		refusals: { base: t`There are too many. Delete one first.`, query: t`There are too many conditions.` },
		onSaved: () => place.current?.closest('dialog')?.close(),
	});
	const deleteFilter = async (): Promise<void> => {
		setDeleting('busy');
		try {
			await remove(id);
			setDeleting('done');
		} catch {
			setDeleting('failed');
		}
	};
	const close = (): void => {
		onClose();
		if (deleting === 'done') onDeleted?.(id);
	};
	// Once the question has gone, so that the focus returns to where the form was opened.
	useEffect(() => {
		if (deleting !== 'done') return;
		discard();
		place.current?.closest('dialog')?.close();
	}, [deleting, discard]);
	useEffect(() => void load(), [load]);
	useEffect(() => place.current?.querySelector<HTMLElement>('input, select')?.focus(), [shown]);
	return (
		<>
			<Dialog
				// Closed by the browser before the agent is asked, it is opened again where the
				// agent goes on.
				key={shown}
				title={title}
				onClose={() => leave({ leave: close, stay: () => setShown(shown + 1) })}
			>
				<div ref={place} className={styles.form}>
					<DeskForm form={form} action={onApplied && <Trans>Apply</Trans>}>
						{!onApplied && <TextField form={form} name="name" label={t`Name`} isRequired maxLength={255} />}
						<ConditionRows
							fields={fields}
							drafts={form.values.drafts}
							faults={form.values.drafts.map((draft, index) =>
								form.errors[`drafts.${index}`] ? findFault(fields, draft) : undefined,
							)}
							onChange={(drafts) => form.change({ drafts })}
						/>
						{!onApplied && (
							<Checkbox isChecked={form.values.shared} onChange={(shared) => form.change({ shared })}>
								<Trans>The whole team sees and may change it</Trans>
							</Checkbox>
						)}
					</DeskForm>
					{filter && (
						<TextButton isDangerous onPress={() => setDeleting('asking')}>
							<Trans>Delete</Trans>
						</TextButton>
					)}
				</div>
			</Dialog>
			<LeaveDialog />
			{deleting && deleting !== 'done' && (
				<QuestionDialog
					title={<Trans>Delete “{name}”?</Trans>}
					isBusy={deleting === 'busy'}
					yes={<Trans>Delete</Trans>}
					onYes={() => void deleteFilter()}
					no={<Trans>Cancel</Trans>}
					onNo={() => setDeleting(undefined)}
				>
					{deleting === 'failed' && (
						<ProblemBox>
							<Trans>That did not work. Try again.</Trans>
						</ProblemBox>
					)}
				</QuestionDialog>
			)}
		</>
	);
}

interface Values {
	name: string;
	shared: boolean;
	drafts: readonly ReturnType<typeof draftOf>[];
}

function valuesOf(
	filter: CustomFilter | undefined,
	conditions: readonly FilterCondition[] = [],
	fields: ReturnType<typeof useFilterFields>,
): Values {
	const drafts = toDrafts(filter ? conditionsOf(filter) : conditions);
	const [[key, field] = ['', undefined]] = fields;
	return {
		name: filter?.name ?? '',
		shared: filter?.shared ?? false,
		drafts: drafts.length > 0 ? drafts : [draftOf(key, field, 'and')],
	};
}
