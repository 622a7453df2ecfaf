import type { HTMLInputAutoCompleteAttribute } from 'react';
import { FieldFrame } from './FieldFrame.tsx';
import type { FieldProps } from './fieldProps.ts';

interface Props extends FieldProps {
	type: 'text' | 'email' | 'url' | 'date';
	/** The keyboard of a phone, where the type does not say it. */
	inputMode: 'decimal' | undefined;
	placeholder: string;
	autoComplete: HTMLInputAutoCompleteAttribute | undefined;
}

/** One line. */
export function InputField({ label, isRequired, error, onType, ...input }: Props) {
	return (
		<FieldFrame label={label} isRequired={isRequired} error={error}>
			{(control) => <input {...control} {...input} dir="auto" onChange={(event) => onType(event.target.value)} />}
		</FieldFrame>
	);
}
