import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import type { PreChatField } from '#protocol/channel.ts';
import { LineIcon } from '#ui/Icon.tsx';
import { Checkbox } from '../../common/Checkbox.tsx';
import { VisuallyHidden } from '../../common/VisuallyHidden.tsx';
import { FieldError } from '../parts/FieldError.tsx';
import { FieldGroup } from '../parts/FieldGroup.tsx';
import { SettingsForm } from '../parts/SettingsForm.tsx';
import { SwitchField } from '../parts/SwitchField.tsx';
import { TextField } from '../parts/TextField.tsx';
import { useForm, type Form } from '../parts/useForm.ts';
import { BesidePreview } from './BesidePreview.tsx';
import type { WebsiteFormProps } from './websiteForm.ts';
import styles from './PreChatForm.module.css';

interface Values {
	pre_chat_form_enabled: boolean;
	pre_chat_message: string;
	pre_chat_form_options: readonly PreChatField[];
	consent_required: boolean;
}

/** What visitors are asked before their first message. */
export function PreChatForm({ inbox, save }: WebsiteFormProps) {
	const { t } = useLingui();
	const { pre_chat_message, pre_chat_fields, consent_required = false } = inbox.pre_chat_form_options;
	const form = useForm<Values, void>({
		initial: {
			pre_chat_form_enabled: inbox.pre_chat_form_enabled,
			pre_chat_message: pre_chat_message ?? '',
			pre_chat_form_options: pre_chat_fields,
			consent_required,
		},
		check: ({ pre_chat_form_enabled, pre_chat_form_options }) =>
			Object.fromEntries(
				pre_chat_form_options
					.filter((field) => pre_chat_form_enabled && !hasLabel(field))
					.map(({ name }) => [`pre_chat_form_options.${name}`, t`Required`]),
			),
		save: (values) => save(changeOf(values)),
	});
	return (
		<BesidePreview inboxId={inbox.id} websiteToken={inbox.website_token} draft={changeOf(form.values)}>
			<SettingsForm form={form}>
				<SwitchField form={form} name="pre_chat_form_enabled" label={t`Ask visitors before their first message`} />
				{form.values.pre_chat_form_enabled && (
					<>
						<TextField form={form} name="pre_chat_message" label={t`Text above the form`} rows={2} maxLength={10_000} />
						<FieldList form={form} />
						<SwitchField
							form={form}
							name="consent_required"
							label={t`Visitors agree to the privacy policy and terms`}
						/>
					</>
				)}
			</SettingsForm>
		</BesidePreview>
	);
}

function changeOf({ pre_chat_form_enabled, pre_chat_message, pre_chat_form_options, consent_required }: Values) {
	// While the form is off, nobody sees that a label is missing: it stays as the server has it.
	if (!pre_chat_form_enabled && !pre_chat_form_options.every(hasLabel)) return { pre_chat_form_enabled };
	return {
		pre_chat_form_enabled,
		pre_chat_form_options: {
			pre_chat_message: pre_chat_message.trim() || null,
			pre_chat_fields: [...pre_chat_form_options],
			consent_required,
		},
	};
}

function hasLabel({ label }: PreChatField): boolean {
	return label.trim() !== '';
}

/** The fields in their order, which dragging and two buttons change. */
function FieldList({ form }: { form: Form<Values> }) {
	const { t } = useLingui();
	const [dragged, setDragged] = useState<string>();
	const [moved, setMoved] = useState('');
	const fields = form.values.pre_chat_form_options;
	const set = (changed: readonly PreChatField[]): void => form.change({ pre_chat_form_options: changed });
	const move = (name: string, to: number): void => {
		const field = fields.find((one) => one.name === name);
		if (!field || to < 0 || to >= fields.length) return;
		set(fields.filter((one) => one !== field).toSpliced(to, 0, field));
		const { label } = field;
		const place = to + 1;
		const count = fields.length;
		setMoved(`${label}: ${place} / ${count}`);
	};
	return (
		<FieldGroup label={t`Fields`} error={form.errors.pre_chat_form_options}>
			<VisuallyHidden>
				<span role="status">{moved}</span>
			</VisuallyHidden>
			<ol className={styles.list}>
				{fields.map((field, index) => (
					<li
						key={field.name}
						className={styles.item}
						data-dragged={field.name === dragged || undefined}
						onDragOver={(event) => {
							if (dragged === undefined) return;
							event.preventDefault();
							if (dragged !== field.name) move(dragged, index);
						}}
						onDrop={(event) => event.preventDefault()}
					>
						<span
							className={styles.handle}
							draggable
							aria-hidden="true"
							onDragStart={(event) => {
								event.dataTransfer.effectAllowed = 'move';
								event.dataTransfer.setData('text/plain', field.label);
								setDragged(field.name);
							}}
							onDragEnd={() => setDragged(undefined)}
						>
							<LineIcon path="M9 6v.01M15 6v.01M9 12v.01M15 12v.01M9 18v.01M15 18v.01" />
						</span>
						<FieldRow
							field={field}
							error={form.errors[`pre_chat_form_options.${field.name}`]}
							onChange={(change) => set(fields.map((one) => (one === field ? { ...one, ...change } : one)))}
						/>
						<MoveButtons
							label={field.label}
							isFirst={index === 0}
							isLast={index === fields.length - 1}
							onMove={(by) => move(field.name, index + by)}
						/>
					</li>
				))}
			</ol>
		</FieldGroup>
	);
}

interface RowProps {
	field: PreChatField;
	error: string | undefined;
	onChange: (change: Partial<PreChatField>) => void;
}

function FieldRow({ field: { name, label, enabled, required }, error, onChange }: RowProps) {
	const { t } = useLingui();
	const errorId = `${useId()}-error`;
	return (
		<div className={styles.field} role="group" aria-label={label}>
			<input
				type="text"
				name={`label-${name}`}
				aria-label={t`Label`}
				aria-invalid={error !== undefined}
				aria-describedby={errorId}
				dir="auto"
				maxLength={255}
				value={label}
				onChange={({ target }) => onChange({ label: target.value })}
			/>
			<FieldError id={errorId}>{error}</FieldError>
			<Checkbox name={`enabled-${name}`} isChecked={enabled} onChange={(isOn) => onChange({ enabled: isOn })}>
				<Trans>Ask</Trans>
			</Checkbox>
			<Checkbox name={`required-${name}`} isChecked={required} onChange={(isOn) => onChange({ required: isOn })}>
				<Trans>Required</Trans>
			</Checkbox>
		</div>
	);
}

interface MoveProps {
	/** Of the field. */
	label: string;
	isFirst: boolean;
	isLast: boolean;
	onMove: (by: -1 | 1) => void;
}

/** A button that leads nowhere keeps the focus, so that it stays where the keyboard is. */
function MoveButtons({ label, isFirst, isLast, onMove }: MoveProps) {
	const { t } = useLingui();
	const buttons = [
		{ by: -1, name: t`Move up: ${label}`, isOff: isFirst, path: 'M5 15l7-7 7 7' },
		{ by: 1, name: t`Move down: ${label}`, isOff: isLast, path: 'M5 9l7 7 7-7' },
	] as const;
	return buttons.map(({ by, name, isOff, path }) => (
		<button
			key={by}
			type="button"
			className={styles.move}
			aria-label={name}
			aria-disabled={isOff || undefined}
			onClick={() => onMove(by)}
		>
			<LineIcon path={path} />
		</button>
	));
}
