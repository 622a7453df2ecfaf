import { FieldFrame } from '#ui/form/FieldFrame.tsx';
import type { FieldOf } from '../../form/fieldOf.ts';
import styles from './ColorField.module.css';

/** A field of the settings for a colour, `#rrggbb`. */
export function ColorField<T extends object>({ form, name, label }: FieldOf<T, string>) {
	// The names of the form's fields are typed so that this one's value is a text.
	const value = form.values[name] as string;
	return (
		<FieldFrame label={label} isRequired={false} error={form.errors[name]}>
			{(control) => (
				<span className={styles.color}>
					<input
						{...control}
						className={styles.well}
						type="color"
						name={name}
						value={value}
						onChange={({ target }) => form.change({ [name]: target.value } as Partial<T>)}
					/>
					<code dir="ltr">{value}</code>
				</span>
			)}
		</FieldFrame>
	);
}
