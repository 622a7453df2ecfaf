import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useState } from 'react';
import type { AttributeDefinition } from '#protocol/application/attributeDefinitionRoutes.ts';
import type { PreChatField } from '#protocol/entities/channel.ts';
import { SelectField } from '#ui/form/SelectField.tsx';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import { attributeDefinitions } from '../labels/attributeDefinitions.ts';
import { useFresh } from '../../common/useFresh.ts';
import styles from './PreChatFieldRow.module.css';

interface Props {
	fields: readonly PreChatField[];
	onAdd: (field: PreChatField) => void;
}

/** Adds a field that asks for one of the account's custom attributes. */
export function AttributeFields({ fields, onAdd }: Props) {
	const { t } = useLingui();
	const { value: definitions = [] } = useFresh(useSetAtom(attributeDefinitions.load));
	const [chosen, setChosen] = useState('');
	const offered = definitions.filter(({ attribute_key }) => !fields.some(({ name }) => name === attribute_key));
	const definition = offered.find(({ id }) => String(id) === chosen);
	if (offered.length === 0) return null;
	return (
		<div className={styles.add}>
			<SelectField
				name="attribute"
				label={t`Custom attributes`}
				isRequired={false}
				placeholder={t`Choose one`}
				options={offered.map(({ id }) => String(id))}
				labels={offered.map(({ attribute_display_name }) => attribute_display_name)}
				value={definition ? chosen : ''}
				error={undefined}
				onType={setChosen}
			/>
			{definition && (
				<OutlinedButton onPress={() => onAdd(fieldOf(definition))}>
					<Trans>Add</Trans>
				</OutlinedButton>
			)}
		</div>
	);
}

function fieldOf(definition: AttributeDefinition): PreChatField {
	const { attribute_values: values, regex_pattern, regex_cue } = definition;
	return {
		field_type: definition.attribute_model,
		name: definition.attribute_key,
		type: definition.attribute_display_type,
		label: definition.attribute_display_name,
		required: false,
		enabled: true,
		...(values.length > 0 && { values }),
		...(regex_pattern !== null && { regex_pattern }),
		...(regex_cue !== null && { regex_cue }),
	};
}
