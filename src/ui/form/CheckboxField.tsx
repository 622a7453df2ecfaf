import { type ReactNode, useId } from 'react';
import boxStyles from './CheckboxInput.module.css';
import fieldStyles from './Field.module.css';
import styles from './CheckboxField.module.css';
import type { FieldProps } from './fieldProps.ts';

interface Props extends Omit<FieldProps, 'label'> {
	label: ReactNode;
	/** Ids of what else describes it. */
	describedBy?: string | undefined;
}

/** A checkbox; its value is 'true' or ''. */
export function CheckboxField({ name, label, isRequired, value, error, describedBy, onType }: Props) {
	const id = useId();
	return (
		<div className={fieldStyles['field']}>
			<label className={styles.label}>
				<input
					type="checkbox"
					className={boxStyles['box']}
					name={name}
					checked={value === 'true'}
					aria-required={isRequired}
					aria-invalid={error !== undefined}
					aria-describedby={describedBy ? `${describedBy} ${id}-error` : `${id}-error`}
					onChange={(event) => onType(event.target.checked ? 'true' : '')}
				/>
				<span>
					<bdi>{label}</bdi>
					{isRequired && <span aria-hidden="true"> *</span>}
				</span>
			</label>
			<p id={`${id}-error`} className={fieldStyles['error']}>
				{error}
			</p>
		</div>
	);
}
