import { useId, type ReactNode } from 'react';
import { CheckboxField } from '#ui/form/CheckboxField.tsx';
import type { FieldOf } from '../../form/fieldOf.ts';
import styles from './SwitchField.module.css';

interface Props<T extends object> extends FieldOf<T, boolean> {
	/** What there is to know of it, below it. */
	hint?: ReactNode;
}

/** A field of the settings that is on or off. */
export function SwitchField<T extends object>({ form, name, label, hint }: Props<T>) {
	const hintId = useId();
	return (
		<div>
			<CheckboxField
				name={name}
				label={label}
				isRequired={false}
				value={form.values[name] ? 'true' : ''}
				error={form.errors[name]}
				describedBy={hint ? hintId : undefined}
				onType={(value) => form.change({ [name]: value === 'true' } as Partial<T>)}
			/>
			{hint && (
				<p id={hintId} className={styles.hint}>
					{hint}
				</p>
			)}
		</div>
	);
}
