import { CheckboxField } from '#ui/form/CheckboxField.tsx';
import type { FieldOf } from '../../form/fieldOf.ts';

/** A field of the settings that is on or off. */
export function SwitchField<T extends object>({ form, name, label }: FieldOf<T, boolean>) {
	return (
		<CheckboxField
			name={name}
			label={label}
			isRequired={false}
			value={form.values[name] ? 'true' : ''}
			error={form.errors[name]}
			onType={(value) => form.change({ [name]: value === 'true' } as Partial<T>)}
		/>
	);
}
