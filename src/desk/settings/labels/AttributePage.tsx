import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import {
	ATTRIBUTE_MODELS,
	ATTRIBUTE_TYPES,
	RESERVED_KEYS,
	type AttributeDefinition,
} from '#protocol/application/attributeDefinitionRoutes.ts';
import { settingsHref } from '../../common/route.ts';
import { DeskForm } from '../../form/DeskForm.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useForm } from '../../form/useForm.ts';
import { ChoiceField } from '../fields/ChoiceField.tsx';
import { ConfirmButton } from '../parts/ConfirmButton.tsx';
import { FixedField } from '../fields/FixedField.tsx';
import { NewItem } from '../../form/NewItem.tsx';
import { SettingsPage } from '../parts/SettingsPage.tsx';
import { attributeDefinitions, type DefinitionFacts } from './attributeDefinitions.ts';

const LIST = settingsHref('attributes');

type Values = { [K in keyof DefinitionFacts]: string };

/** Changes or deletes the definition of a custom attribute, or adds one. */
export function AttributePage({ definition }: { definition: AttributeDefinition | undefined }) {
	const { t } = useLingui();
	const save = useSetAtom(attributeDefinitions.save);
	const remove = useSetAtom(attributeDefinitions.remove);
	const problemOf = (key: string, model: string): string | undefined => {
		if (key === '') return t`Required`;
		const isReserved = ATTRIBUTE_MODELS.some((one) => one === model && RESERVED_KEYS[one].includes(key));
		return isReserved ? t`This key is reserved.` : undefined;
	};
	const form = useForm<Values, unknown>({
		initial: {
			attribute_display_name: definition?.attribute_display_name ?? '',
			attribute_key: definition?.attribute_key ?? '',
			attribute_model: definition?.attribute_model ?? 'contact_attribute',
			attribute_display_type: definition?.attribute_display_type ?? 'text',
			attribute_description: definition?.attribute_description ?? '',
			attribute_values: definition?.attribute_values.join('\n') ?? '',
		},
		check: ({ attribute_display_name, attribute_key, attribute_model, attribute_display_type, attribute_values }) => ({
			attribute_display_name: attribute_display_name.trim() ? undefined : t`Required`,
			attribute_key: problemOf(attribute_key.trim(), attribute_model),
			attribute_values:
				attribute_display_type === 'list' && valuesOf(attribute_values).length === 0 ? t`Required` : undefined,
		}),
		etag: definition?.etag,
		save: (values, etag) => save(definition?.id, factsOf(values), etag),
		refusals: { attribute_key: t`This already exists.` },
		next: () => LIST,
	});
	const fixed = t`It cannot be changed: recorded values depend on it.`;
	const models: Record<AttributeDefinition['attribute_model'], string> = {
		contact_attribute: t`Contacts`,
		conversation_attribute: t`Conversations`,
	};
	const types: Record<AttributeDefinition['attribute_display_type'], string> = {
		text: t`Text`,
		number: t`Number`,
		currency: t`Amount of money`,
		percent: t`Percentage`,
		link: t`Link`,
		date: t`Date`,
		list: t`List`,
		checkbox: t`Yes or no`,
	};
	const name = definition?.attribute_display_name;
	const action = definition && (
		<ConfirmButton question={<Trans>Delete “{name}”?</Trans>} onConfirm={() => remove(definition.id)} next={LIST}>
			<Trans>Recorded values are kept.</Trans>
		</ConfirmButton>
	);
	return (
		<SettingsPage
			title={definition ? <bdi>{name}</bdi> : <NewItem of={<Trans>Custom attributes</Trans>} />}
			action={action}
		>
			<DeskForm form={form} back={LIST}>
				<TextField form={form} name="attribute_display_name" label={t`Name`} isRequired maxLength={255} />
				{definition ? (
					<>
						<FixedField name="attribute_key" label={t`Key`} value={definition.attribute_key} hint={fixed} isCode />
						<FixedField
							name="attribute_model"
							label={t`Applies to`}
							value={models[definition.attribute_model]}
							hint={fixed}
						/>
					</>
				) : (
					<>
						<TextField
							form={form}
							name="attribute_key"
							label={t`Key`}
							hint={t`What your page and the API call it.`}
							isRequired
							isCode
							maxLength={255}
						/>
						<ChoiceField
							form={form}
							name="attribute_model"
							label={t`Applies to`}
							options={ATTRIBUTE_MODELS.toReversed().map((model) => [model, models[model]])}
						/>
					</>
				)}
				<ChoiceField
					form={form}
					name="attribute_display_type"
					label={t`Type`}
					options={ATTRIBUTE_TYPES.map((type) => [type, types[type]])}
				/>
				{form.values.attribute_display_type === 'list' && (
					<TextField
						form={form}
						name="attribute_values"
						label={t`Choices`}
						hint={t`One choice per line.`}
						isRequired
						rows={4}
					/>
				)}
				<TextField form={form} name="attribute_description" label={t`Description`} rows={2} maxLength={1000} />
			</DeskForm>
		</SettingsPage>
	);
}

function factsOf({ attribute_model, attribute_display_type, ...values }: Values): DefinitionFacts {
	return {
		attribute_display_name: values.attribute_display_name,
		attribute_key: values.attribute_key,
		// The lists of choices have no others.
		attribute_model: attribute_model as AttributeDefinition['attribute_model'],
		attribute_display_type: attribute_display_type as AttributeDefinition['attribute_display_type'],
		attribute_description: values.attribute_description.trim() || null,
		attribute_values: attribute_display_type === 'list' ? valuesOf(values.attribute_values) : [],
	};
}

function valuesOf(lines: string): string[] {
	return lines
		.split('\n')
		.map((line) => line.trim())
		.filter(Boolean);
}
