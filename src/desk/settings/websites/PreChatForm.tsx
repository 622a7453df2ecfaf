import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import type { PreChatField } from '#protocol/entities/channel.ts';
import { Checkbox } from '../../common/Checkbox.tsx';
import { DeskForm } from '../../form/DeskForm.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useForm, type Form } from '../../form/useForm.ts';
import { FieldError } from '../fields/FieldError.tsx';
import { FieldGroup } from '../fields/FieldGroup.tsx';
import { OrderedList } from '../parts/OrderedList.tsx';
import { SwitchField } from '../fields/SwitchField.tsx';
import { BesidePreview } from './preview/BesidePreview.tsx';
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
	const form = useForm<Values, unknown>({
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
		etag: inbox.etag,
		save: (values, etag) => save(changeOf(values), etag),
	});
	return (
		<BesidePreview inbox={inbox} draft={changeOf(form.values)}>
			<DeskForm form={form}>
				<SwitchField
					form={form}
					name="pre_chat_form_enabled"
					label={t`Ask visitors for details before their first message`}
				/>
				{form.values.pre_chat_form_enabled && (
					<>
						<TextField form={form} name="pre_chat_message" label={t`Text above the form`} rows={2} maxLength={10_000} />
						<FieldList form={form} />
						<SwitchField
							form={form}
							name="consent_required"
							label={t`Ask visitors to agree to the privacy policy and terms`}
						/>
					</>
				)}
			</DeskForm>
		</BesidePreview>
	);
}

function changeOf({ pre_chat_form_enabled, pre_chat_message, pre_chat_form_options, consent_required }: Values) {
	// While the form is off, the page does not show that a label is missing: it stays as the server
	// has it.
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

/** The fields in their order. */
function FieldList({ form }: { form: Form<Values> }) {
	const { t } = useLingui();
	return (
		<FieldGroup label={t`Fields`} error={form.errors.pre_chat_form_options}>
			<OrderedList
				items={form.values.pre_chat_form_options}
				keyOf={({ name }) => name}
				nameOf={({ label }) => label}
				onChange={(fields) => form.change({ pre_chat_form_options: fields })}
			>
				{(field, change) => (
					<FieldRow field={field} error={form.errors[`pre_chat_form_options.${field.name}`]} onChange={change} />
				)}
			</OrderedList>
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
		</div>
	);
}
