import { FieldFrame } from './FieldFrame.tsx';
import type { FieldProps } from './fieldProps.ts';

interface Props extends FieldProps {
	placeholder: string;
	/** The number of lines that are visible at first. */
	rows: number;
}

/** A field with several lines. */
export function TextAreaField({ label, isRequired, error, onType, ...area }: Props) {
	return (
		<FieldFrame label={label} isRequired={isRequired} error={error}>
			{(control) => <textarea {...control} {...area} dir="auto" onChange={(event) => onType(event.target.value)} />}
		</FieldFrame>
	);
}
