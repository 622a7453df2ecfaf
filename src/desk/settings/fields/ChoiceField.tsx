import type { ReactNode } from 'react';
import { FieldFrame } from '#ui/form/FieldFrame.tsx';
import type { FieldOf } from '../../form/fieldOf.ts';

interface Props<T extends object> extends FieldOf<T, string> {
	hint?: ReactNode;
	/** Value → text, in the order of the list. */
	options: readonly (readonly [value: string, text: string])[];
}

/** A field of the settings to choose one of several. */
export function ChoiceField<T extends object>({ form, name, label, hint, options }: Props<T>) {
	return (
		<FieldFrame label={label} isRequired={false} hint={hint} error={form.errors[name]}>
			{(control) => (
				<select
					{...control}
					name={name}
					// The names of the form's fields are typed so that this one's value is a text.
					value={form.values[name] as string}
					onChange={({ target }) => form.change({ [name]: target.value } as Partial<T>)}
				>
					{options.map(([value, text]) => (
						<option key={value} value={value}>
							{text}
						</option>
					))}
				</select>
			)}
		</FieldFrame>
	);
}
