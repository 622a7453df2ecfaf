import type { HTMLInputAutoCompleteAttribute } from 'react';
import { FieldFrame } from './FieldFrame.tsx';
import type { FieldProps } from './fieldProps.ts';

interface Props extends FieldProps {
	type: 'text' | 'email' | 'url' | 'date';
	/** The on-screen keyboard to show, where the input's type does not imply it. */
	inputMode: 'decimal' | undefined;
	placeholder: string;
	autoComplete: HTMLInputAutoCompleteAttribute | undefined;
}

/** A field with one line. */
export function InputField({ label, isRequired, error, onType, ...input }: Props) {
	return (
		<FieldFrame label={label} isRequired={isRequired} error={error}>
			{(control) => <input {...control} {...input} dir="auto" onChange={(event) => onType(event.target.value)} />}
		</FieldFrame>
	);
}
