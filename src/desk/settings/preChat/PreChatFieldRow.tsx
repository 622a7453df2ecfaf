import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import type { PreChatField } from '#protocol/entities/channel.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { DELETE } from '#ui/menu/changeIcons.ts';
import { Checkbox } from '../../common/Checkbox.tsx';
import { FieldError } from '../fields/FieldError.tsx';
import styles from './PreChatFieldRow.module.css';

interface Props {
	field: PreChatField;
	/** The fields of the form that stand before it. */
	earlier: readonly PreChatField[];
	/** What is wrong with its label, and with its condition. */
	error: string | undefined;
	conditionError: string | undefined;
	onChange: (change: Partial<PreChatField>) => void;
	/** Undefined for a field that every form has. */
	onRemove: (() => void) | undefined;
}

/** One field of the pre-chat form: what it is called, and whether and when visitors see it. */
export function PreChatFieldRow({ field, earlier, error, conditionError, onChange, onRemove }: Props) {
	const { t } = useLingui();
	const errorId = `${useId()}-error`;
	const { name, label, enabled, required } = field;
	return (
		<div className={styles.field} role="group" aria-label={label}>
			<input
				type="text"
				name={`label-${name}`}
				aria-label={t`Name`}
				aria-invalid={error !== undefined}
				aria-describedby={errorId}
				dir="auto"
				maxLength={255}
				value={label}
				onChange={({ target }) => onChange({ label: target.value })}
			/>
			<FieldError id={errorId}>{error}</FieldError>
			<Checkbox name={`enabled-${name}`} isChecked={enabled} onChange={(isOn) => onChange({ enabled: isOn })}>
				<Trans>Ask for it</Trans>
			</Checkbox>
			<Checkbox name={`required-${name}`} isChecked={required} onChange={(isOn) => onChange({ required: isOn })}>
				<Trans context="field">Required</Trans>
			</Checkbox>
			{onRemove && (
				<span className={styles.remove}>
					<IconButton label={t`Remove ${field.label}`} icon={DELETE} onPress={onRemove} />
				</span>
			)}
			{enabled && <ConditionField field={field} earlier={earlier} error={conditionError} onChange={onChange} />}
		</div>
	);
}

type ConditionProps = Pick<Props, 'field' | 'earlier' | 'error' | 'onChange'>;

/** With which answer to an earlier question the field shows. */
function ConditionField({ field: { name, visible_when }, earlier, error, onChange }: ConditionProps) {
	const { t } = useLingui();
	const errorId = `${useId()}-error`;
	const asked = earlier.find((other) => other.name === visible_when?.field);
	const offered = earlier.filter((other) => other === asked || choicesOf(other).length > 0);
	if (!visible_when && offered.length === 0) return null;
	const only = (label: string) => t`Only when “${label}” is …`;
	const choose = (chosen: string): void =>
		onChange({ visible_when: chosen === '' ? undefined : { field: chosen, values: [] } });
	const chosen = visible_when?.values ?? [];
	const tick = (value: string, isOn: boolean): void => {
		const values = isOn ? [...chosen, value] : chosen.filter((other) => other !== value);
		if (visible_when) onChange({ visible_when: { ...visible_when, values } });
	};
	const words: Record<string, string> = asked?.type === 'checkbox' ? { true: t`Yes`, false: t`No` } : {};
	return (
		<div className={styles.condition}>
			<select
				name={`condition-${name}`}
				aria-label={t`When to ask`}
				aria-invalid={error !== undefined}
				aria-describedby={errorId}
				value={visible_when?.field ?? ''}
				onChange={({ target }) => choose(target.value)}
			>
				<option value="">{t`Always`}</option>
				{visible_when && !asked && <option value={visible_when.field}>{only(visible_when.field)}</option>}
				{offered.map((other) => (
					<option key={other.name} value={other.name}>
						{only(other.label)}
					</option>
				))}
			</select>
			{asked && (
				<div className={styles.values} role="group" aria-label={only(asked.label)}>
					{[...new Set([...choicesOf(asked), ...chosen])].map((value) => (
						<Checkbox key={value} isChecked={chosen.includes(value)} onChange={(isOn) => tick(value, isOn)}>
							{words[value] ?? value}
						</Checkbox>
					))}
				</div>
			)}
			<FieldError id={errorId}>{error}</FieldError>
		</div>
	);
}

/** The answers that a question has; none where anything can be typed. */
function choicesOf({ type, values }: PreChatField): readonly string[] {
	return type === 'checkbox' ? ['true', 'false'] : (values ?? []);
}
