import { FieldFrame } from './FieldFrame.tsx';
import type { FieldProps } from './fieldProps.ts';

interface Props extends FieldProps {
	/** The text of the option that stands for no choice. */
	placeholder: string;
	options: readonly string[];
	/** What is read in place of each option, where that is not the same. */
	labels?: readonly string[];
}

/** A field to choose one of several options. */
export function SelectField({ label, isRequired, error, onType, placeholder, options, labels, ...select }: Props) {
	return (
		<FieldFrame label={label} isRequired={isRequired} error={error}>
			{(control) => (
				<select {...control} {...select} onChange={(event) => onType(event.target.value)}>
					<option value="">{placeholder}</option>
					{options.map((option, index) => (
						<option key={option} value={option}>
							{labels?.[index] ?? option}
						</option>
					))}
				</select>
			)}
		</FieldFrame>
	);
}
