import type { ChangeEvent } from 'react';
import type { FormItem } from '#protocol/entities/contentTypes.ts';
import { type ControlProps, FieldFrame } from './FieldFrame.tsx';

interface Props {
	item: FormItem;
	value: string;
	/**
	 * The error message of the value; undefined for a valid one, and before the value is checked.
	 */
	error: string | undefined;
	/** What a list says before something is chosen in it, unless its author says it. */
	invitation?: string;
	onType: (value: string) => void;
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** One field of a form, with its label above and its error below. */
export function Field({ item, error, ...rest }: Props) {
	const label = item.label || item.placeholder || item.title || item.name;
	return (
		<FieldFrame label={label} isRequired={item.required ?? false} error={error}>
			{(control) => <FieldControl {...control} {...rest} item={item} />}
		</FieldFrame>
	);
}

function FieldControl({ item, value, invitation, onType, ...control }: Omit<Props, 'error'> & ControlProps) {
	const common = {
		...control,
		name: item.name,
		title: item.title,
		value,
		onChange: (event: ChangeEvent<Control>) => onType(event.target.value),
	};
	if (item.type === 'select') {
		return (
			<select {...common}>
				<option value="">{item.placeholder || invitation}</option>
				{item.options?.map((option) => (
					<option key={option.value} value={option.value}>
						{option.label}
					</option>
				))}
			</select>
		);
	}
	if (item.type === 'text_area') return <textarea {...common} rows={3} dir="auto" placeholder={item.placeholder} />;
	return (
		<input
			{...common}
			type={item.type}
			dir="auto"
			placeholder={item.placeholder}
			autoComplete={item.type === 'email' ? 'email' : undefined}
		/>
	);
}
