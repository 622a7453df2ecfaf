import type { ReactNode } from 'react';
import { Checkbox } from '../../common/Checkbox.tsx';
import type { FieldOf } from '../../form/fieldOf.ts';
import { FieldGroup } from './FieldGroup.tsx';
import styles from './SetField.module.css';

interface Props<T extends object, V> extends FieldOf<T, readonly V[]> {
	hint?: ReactNode;
	/** Value → text, in the order of the list. */
	options: readonly (readonly [value: V, text: string])[];
	/** Short texts stand beside each other. */
	hasColumns?: boolean;
}

/** A field of the settings to choose any of several. */
export function SetField<T extends object, V extends string | number>(props: Props<T, V>) {
	const { form, name, label, hint, options, hasColumns = false } = props;
	// The names of the form's fields are typed so that this one's value is a list.
	const chosen = form.values[name] as readonly V[];
	const toggle = (value: V, isChosen: boolean): void => {
		const others = chosen.filter((one) => one !== value);
		form.change({ [name]: isChosen ? [...others, value] : others } as Partial<T>);
	};
	return (
		<FieldGroup label={label} hint={hint} error={form.errors[name]}>
			<div className={hasColumns ? styles.columns : undefined}>
				{options.map(([value, text]) => (
					<Checkbox
						key={value}
						name={name}
						isChecked={chosen.includes(value)}
						onChange={(isChosen) => toggle(value, isChosen)}
					>
						{text}
					</Checkbox>
				))}
			</div>
		</FieldGroup>
	);
}
