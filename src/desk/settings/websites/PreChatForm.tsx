import { useLingui } from '@lingui/react/macro';
import type { PreChatField } from '#protocol/entities/channel.ts';
import { DeskForm } from '../../form/DeskForm.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useForm, type Form } from '../../form/useForm.ts';
import { FieldGroup } from '../fields/FieldGroup.tsx';
import { OrderedList } from '../parts/OrderedList.tsx';
import { SwitchField } from '../fields/SwitchField.tsx';
import { AttributeFields } from '../preChat/AttributeFields.tsx';
import { PreChatFieldRow } from '../preChat/PreChatFieldRow.tsx';
import { BesidePreview } from './preview/BesidePreview.tsx';
import type { WebsiteFormProps } from './websiteForm.ts';

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
	const problemOf = ({ visible_when }: PreChatField, earlier: readonly PreChatField[]): string | undefined => {
		if (!visible_when) return undefined;
		if (!earlier.some(({ name }) => name === visible_when.field))
			return t`It has to stand below the field that it depends on.`;
		return visible_when.values.length === 0 ? t`Choose at least one answer.` : undefined;
	};
	const form = useForm<Values, unknown>({
		initial: {
			pre_chat_form_enabled: inbox.pre_chat_form_enabled,
			pre_chat_message: pre_chat_message ?? '',
			pre_chat_form_options: pre_chat_fields,
			consent_required,
		},
		check: ({ pre_chat_form_enabled, pre_chat_form_options }) =>
			pre_chat_form_enabled
				? Object.fromEntries(
						pre_chat_form_options.flatMap((field, index) => [
							[`pre_chat_form_options.${field.name}`, hasLabel(field) ? undefined : t`Required`],
							[
								`pre_chat_form_options.${field.name}.visible_when`,
								problemOf(field, pre_chat_form_options.slice(0, index)),
							],
						]),
					)
				: {},
		etag: inbox.etag,
		save: (values, etag) => save(changeOf(values), etag),
	});
	// While a condition is being chosen, the preview shows its field.
	const complete = form.values.pre_chat_form_options.map((field, index, fields) =>
		problemOf(field, fields.slice(0, index)) === undefined ? field : { ...field, visible_when: undefined },
	);
	return (
		<BesidePreview inbox={inbox} draft={changeOf({ ...form.values, pre_chat_form_options: complete })}>
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
	const fields = form.values.pre_chat_form_options;
	const set = (changed: readonly PreChatField[]): void => form.change({ pre_chat_form_options: changed });
	return (
		<FieldGroup label={t`Fields`} error={form.errors.pre_chat_form_options}>
			<OrderedList items={fields} keyOf={({ name }) => name} nameOf={({ label }) => label} onChange={set}>
				{(field, change) => (
					<PreChatFieldRow
						field={field}
						earlier={fields.slice(0, fields.indexOf(field))}
						error={form.errors[`pre_chat_form_options.${field.name}`]}
						conditionError={form.errors[`pre_chat_form_options.${field.name}.visible_when`]}
						onChange={change}
						onRemove={
							field.field_type === 'standard' ? undefined : () => set(fields.filter((other) => other !== field))
						}
					/>
				)}
			</OrderedList>
			<AttributeFields fields={fields} onAdd={(field) => set([...fields, field])} />
		</FieldGroup>
	);
}
