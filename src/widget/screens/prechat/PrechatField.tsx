import { useSetAtom } from 'jotai/react';
import { CheckboxField } from '#ui/form/CheckboxField.tsx';
import { InputField } from '#ui/form/InputField.tsx';
import { SelectField } from '#ui/form/SelectField.tsx';
import type { Entry } from '../../features/prechat/form.ts';
import { typeIntoForm } from '../../features/prechat/formDraft.ts';
import { PhoneField } from './PhoneField.tsx';

interface Props {
	entry: Entry;
	/** The error message, once it is to be shown. */
	error: string | undefined;
}

/** One field of the pre-chat form. */
export function PrechatField({ entry, error }: Props) {
	const type = useSetAtom(typeIntoForm);
	const { key, control, label, placeholder, isRequired, values, valueLabels, autoComplete } = entry.field;
	const common = {
		name: key,
		label,
		isRequired,
		value: entry.value,
		error,
		onType: (text: string) => type(key, text),
	};
	switch (control) {
		case 'phone':
			return <PhoneField {...common} placeholder={placeholder} />;
		case 'list':
			return <SelectField {...common} placeholder={placeholder} options={values} labels={valueLabels} />;
		case 'checkbox':
			return <CheckboxField {...common} />;
		default:
			return (
				<InputField
					{...common}
					type={INPUTS[control].type}
					inputMode={INPUTS[control].inputMode}
					placeholder={placeholder}
					autoComplete={autoComplete}
				/>
			);
	}
}

/**
 * Numbers use a text input: a number input reports an invalid number as '', so that its error could
 * not be named.
 */
const INPUTS = {
	text: { type: 'text', inputMode: undefined },
	email: { type: 'email', inputMode: undefined },
	url: { type: 'url', inputMode: undefined },
	number: { type: 'text', inputMode: 'decimal' },
	date: { type: 'date', inputMode: undefined },
} as const;
