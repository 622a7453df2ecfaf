import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Topic } from '#protocol/entities/channel.ts';
import { TOPICS_MAX } from '#protocol/base/limits.ts';
import { randomId } from '#protocol/base/randomId.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { FieldFrame } from '#ui/form/FieldFrame.tsx';
import { InputField } from '#ui/form/InputField.tsx';
import { SelectField } from '#ui/form/SelectField.tsx';
import { DELETE } from '#ui/menu/changeIcons.ts';
import { labelsAtom, teamsAtom } from '../../account/account.ts';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import { DeskForm } from '../../form/DeskForm.tsx';
import { unknownHint } from '../../form/unknownHint.tsx';
import { useForm } from '../../form/useForm.ts';
import { FieldGroup } from '../fields/FieldGroup.tsx';
import { OrderedList } from '../parts/OrderedList.tsx';
import { BesidePreview } from './preview/BesidePreview.tsx';
import { idFor } from './topicId.ts';
import type { WebsiteFormProps } from './websiteForm.ts';
import styles from './TopicsForm.module.css';

/** A topic as it is being written. */
interface Row {
	/** Stays the same while the id may follow the name. */
	key: string;
	id: string;
	name: string;
	greeting: string;
	/** '' for none. */
	label: string;
	/** Id of a team, or ''. */
	team: string;
}

interface Values {
	topics: readonly Row[];
}

/** What visitors may choose to write about. */
export function TopicsForm({ inbox, save }: WebsiteFormProps) {
	const { t } = useLingui();
	const form = useForm<Values, unknown>({
		initial: { topics: inbox.topics.map(rowOf) },
		check: ({ topics }) =>
			Object.fromEntries(
				topics.filter(({ name }) => !name.trim()).map(({ key }) => [`topics.${key}`, t`Required`] as const),
			),
		etag: inbox.etag,
		save: ({ topics }, etag) => save({ topics: topics.map(topicOf) }, etag),
	});
	const { topics } = form.values;
	const place = useRef<HTMLDivElement>(null);
	/** What gets the focus once it is drawn. */
	const [focused, setFocused] = useState<{ selector: string }>();
	const set = (changed: readonly Row[]): void => form.change({ topics: changed });
	// A page may name a topic that is saved: its id stays.
	const named = (row: Row, name: string): Partial<Row> =>
		inbox.topics.some(({ id }) => id === row.id) ? { name } : { name, id: idFor(name, idsBeside(row)) };
	const idsBeside = (row: Row): string[] => topics.filter((other) => other !== row).map(({ id }) => id);
	const add = (): void => {
		const key = randomId();
		const taken = topics.map((topic) => topic.id);
		set([...topics, { key, id: idFor('', taken), name: '', greeting: '', label: '', team: '' }]);
		setFocused({ selector: `[name="name-${key}"]` });
	};
	const remove = (row: Row): void => {
		set(topics.filter((other) => other !== row));
		setFocused({ selector: `.${styles.add} button` });
	};
	useLayoutEffect(() => {
		if (focused) place.current?.querySelector<HTMLElement>(focused.selector)?.focus();
	}, [focused]);
	// The preview shows what has a name already.
	const draft = { topics: topics.filter(({ name }) => name.trim()).map(topicOf) };
	return (
		<BesidePreview inbox={inbox} draft={draft}>
			<DeskForm form={form}>
				<p>
					<Trans>
						Visitors choose one of these before they write. The conversation gets its label, and its greeting takes the
						place of the general one.
					</Trans>
				</p>
				<FieldGroup label={t`Topics`} error={form.errors['topics']}>
					<div ref={place}>
						{topics.length > 0 && (
							<OrderedList items={topics} keyOf={keyOf} nameOf={({ name }) => name || t`New topic`} onChange={set}>
								{(row, change) => (
									<TopicFields
										row={row}
										error={form.errors[`topics.${row.key}`]}
										onName={(name) => change(named(row, name))}
										onChange={change}
										onRemove={() => remove(row)}
									/>
								)}
							</OrderedList>
						)}
						{topics.length < TOPICS_MAX && (
							<p className={styles.add}>
								<OutlinedButton onPress={add}>
									<Trans>Add</Trans>
								</OutlinedButton>
							</p>
						)}
					</div>
				</FieldGroup>
			</DeskForm>
		</BesidePreview>
	);
}

interface FieldsProps {
	row: Row;
	error: string | undefined;
	onName: (name: string) => void;
	onChange: (change: Partial<Row>) => void;
	onRemove: () => void;
}

function TopicFields({ row, error, onName, onChange, onRemove }: FieldsProps) {
	const { t } = useLingui();
	const known = useAtomValue(labelsAtom).map(({ title }) => title);
	const teams = useAtomValue(teamsAtom);
	const { id, key, label, team, greeting } = row;
	const name = row.name || t`New topic`;
	return (
		<div className={styles.topic} role="group" aria-label={name}>
			<InputField
				name={`name-${key}`}
				label={t`Name`}
				isRequired
				type="text"
				inputMode={undefined}
				autoComplete="off"
				placeholder=""
				value={row.name}
				error={error}
				onType={onName}
			/>
			<SelectField
				name={`label-${key}`}
				label={t`Label`}
				isRequired={false}
				placeholder={t`No label`}
				options={label === '' || known.includes(label) ? known : [...known, label]}
				value={label}
				error={undefined}
				onType={(chosen) => onChange({ label: chosen })}
			/>
			{(teams.length > 0 || team !== '') && (
				<SelectField
					name={`team-${key}`}
					label={t`Team`}
					isRequired={false}
					placeholder={t`No team`}
					options={teams.map((one) => String(one.id))}
					labels={teams.map((one) => one.name)}
					value={team}
					error={undefined}
					onType={(chosen) => onChange({ team: chosen })}
				/>
			)}
			<FieldFrame label={t`Greeting`} isRequired={false} hint={unknownHint(greeting)} error={undefined}>
				{(control) => (
					<textarea
						{...control}
						name={`greeting-${key}`}
						rows={2}
						value={greeting}
						dir="auto"
						onChange={({ target }) => onChange({ greeting: target.value })}
					/>
				)}
			</FieldFrame>
			<div className={styles.foot}>
				{row.name.trim() && (
					<p className={styles.hint}>
						<Trans>
							A page chooses it by <Attribute id={id} />
						</Trans>
					</p>
				)}
				<IconButton label={t`Remove ${row.name || t`New topic`}`} icon={DELETE} onPress={onRemove} />
			</div>
		</div>
	);
}

function Attribute({ id }: Pick<Row, 'id'>) {
	return (
		<code dir="ltr" translate="no">
			topic=&quot;{id}&quot;
		</code>
	);
}

function keyOf({ key }: Row): string {
	return key;
}

function rowOf({ id, name, greeting, label, team_id }: Topic): Row {
	return { key: id, id, name, greeting: greeting ?? '', label: label ?? '', team: team_id ? String(team_id) : '' };
}

function topicOf({ id, name, greeting, label, team }: Row): Topic {
	return {
		id,
		name: name.trim(),
		greeting: greeting.trim() || null,
		label: label || null,
		team_id: Number(team) || null,
	};
}
