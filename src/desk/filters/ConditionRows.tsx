/** The editor of a filter's conditions: a row for each, of conversations and contacts alike. */
import { useLingui } from '@lingui/react/macro';
import { CONDITION_VALUES_MAX, CONDITIONS_MAX, type FilterOperator } from '#protocol/application/filters/conditions.ts';
import { Rows } from '../form/Rows.tsx';
import { type ConditionDraft, draftOf, type Fault, kindOfValue, needsValue, takesSeveral } from './drafts.ts';
import { useOperatorName } from './useOperatorName.ts';
import type { NamedField } from './useFilterFields.ts';
import styles from './ConditionRows.module.css';

interface Props {
	fields: ReadonlyMap<string, NamedField>;
	drafts: readonly ConditionDraft[];
	/** By the place of the condition. */
	faults: Readonly<Record<number, Fault | undefined>>;
	onChange: (drafts: readonly ConditionDraft[]) => void;
}

export function ConditionRows({ fields, drafts, faults, onChange }: Props) {
	const { t } = useLingui();
	const [first = ['', undefined] as const] = fields;
	return (
		<Rows
			label={t`Conditions`}
			items={drafts}
			added={draftOf(first[0], first[1], 'and')}
			max={CONDITIONS_MAX}
			onChange={onChange}
		>
			{(draft, index, change) => (
				<ConditionRow
					fields={fields}
					draft={draft}
					isFirst={index === 0}
					fault={faults[index]}
					errorId={`condition-${index}-error`}
					onChange={change}
				/>
			)}
		</Rows>
	);
}

interface RowProps {
	fields: Props['fields'];
	draft: ConditionDraft;
	isFirst: boolean;
	fault: Fault | undefined;
	errorId: string;
	onChange: (change: Partial<ConditionDraft>) => void;
}

function ConditionRow({ fields, draft, isFirst, fault, errorId, onChange }: RowProps) {
	const { t } = useLingui();
	const nameOperator = useOperatorName();
	const { key, operator, join } = draft;
	const field = fields.get(key);
	const faults: Record<Fault, string> = {
		missing: t`Required`,
		'no-number': t`Enter a number.`,
		unknown: t`This is no longer here.`,
	};
	const operators = field?.operators.includes(operator) ? field.operators : [...(field?.operators ?? []), operator];
	return (
		<>
			{!isFirst && (
				<select
					className={styles.join}
					aria-label={t`Joined by`}
					value={join}
					onChange={({ target }) => onChange({ join: target.value === 'or' ? 'or' : 'and' })}
				>
					<option value="and">{t({ message: 'and', context: 'condition' })}</option>
					<option value="or">{t({ message: 'or', context: 'condition' })}</option>
				</select>
			)}
			<select
				aria-label={t`Field`}
				aria-invalid={fault === 'unknown'}
				aria-describedby={errorId}
				value={key}
				onChange={({ target }) => onChange(draftOf(target.value, fields.get(target.value), join))}
			>
				{!field && <option>{key}</option>}
				{[...fields].map(([one, { name }]) => (
					<option key={one} value={one}>
						{name}
					</option>
				))}
			</select>
			<select
				aria-label={t`Comparison`}
				value={operator}
				// The list of choices has no others.
				onChange={({ target }) => onChange({ operator: target.value as FilterOperator })}
			>
				{operators.map((one) => (
					<option key={one} value={one}>
						{nameOperator(one, field?.kind) ?? one}
					</option>
				))}
			</select>
			{field && needsValue(operator) && (
				<ConditionValues
					field={field}
					draft={draft}
					isInvalid={fault === 'missing' || fault === 'no-number'}
					errorId={errorId}
					onChange={(values) => onChange({ values })}
				/>
			)}
			<p id={errorId} className={styles.error}>
				{fault && faults[fault]}
			</p>
		</>
	);
}

interface ValuesProps {
	field: NamedField;
	draft: ConditionDraft;
	isInvalid: boolean;
	errorId: string;
	onChange: (values: readonly string[]) => void;
}

/** A control for each value, and where one more may follow, another one. */
function ConditionValues({ field, draft: { operator, values }, isInvalid, errorId, onChange }: ValuesProps) {
	const { t } = useLingui();
	const kind = kindOfValue(field.kind, operator);
	const options = kind === field.kind ? field.options : undefined;
	const isLastSaid = values.length > 0 && values.at(-1) !== '';
	const hasRoom = values.length === 0 || (isLastSaid && takesSeveral(field.kind, operator));
	const shown = hasRoom && values.length < CONDITION_VALUES_MAX ? [...values, ''] : values;
	return (
		<div className={styles.values}>
			{shown.map((value, index) => {
				const shared = {
					'aria-label': shown.length > 1 ? `${t`Value`} ${index + 1}` : t`Value`,
					'aria-invalid': isInvalid && index === 0,
					'aria-describedby': errorId,
					value,
					onChange: ({ target }: { target: { value: string } }) =>
						onChange(shown.with(index, target.value).filter((one, place) => one !== '' || place <= index)),
				};
				// Values have no identity but their position.
				if (options) return <Choice key={index} {...shared} options={options} />;
				return (
					<input
						key={index}
						{...shared}
						type={kind === 'date' ? 'date' : 'text'}
						{...(kind === 'number' || kind === 'id' ? { inputMode: 'decimal' } : { dir: 'auto' })}
						autoComplete="off"
						maxLength={255}
					/>
				);
			})}
		</div>
	);
}

interface ChoiceProps {
	value: string;
	options: NonNullable<NamedField['options']>;
	onChange: (event: { target: { value: string } }) => void;
}

/** A value that is none of the options stays, such as a label that was deleted since. */
function Choice({ value, options, ...rest }: ChoiceProps) {
	const { t } = useLingui();
	const isKnown = value === '' || options.some(([one]) => one === value);
	return (
		<select value={value} {...rest}>
			<option value="">{t`Choose one`}</option>
			{(isKnown ? options : [...options, [value, value] as const]).map(([one, text]) => (
				<option key={one} value={one}>
					{text}
				</option>
			))}
		</select>
	);
}
