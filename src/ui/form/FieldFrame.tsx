import { type ReactNode, useId } from 'react';
import styles from './Field.module.css';

/** The attributes that connect a control with its label and its error. */
export interface ControlProps {
	id: string;
	className: string | undefined;
	'aria-required': boolean;
	'aria-invalid': boolean;
	'aria-describedby': string;
}

interface Props {
	label: string;
	isRequired: boolean;
	/** What the value is for, below the control. */
	hint?: ReactNode;
	/**
	 * The error message of the value; undefined for a valid one, and before the value is checked.
	 */
	error: string | undefined;
	children: (control: ControlProps) => ReactNode;
}

/** A control with its label above and its error below. */
export function FieldFrame({ label, isRequired, hint, error, children }: Props) {
	const id = useId();
	return (
		<div className={styles.field}>
			<label htmlFor={id} className={styles.label}>
				<bdi>{label}</bdi>
				{isRequired && <span aria-hidden="true"> *</span>}
			</label>
			{children({
				id,
				className: styles.control,
				'aria-required': isRequired,
				'aria-invalid': error !== undefined,
				'aria-describedby': hint ? `${id}-hint ${id}-error` : `${id}-error`,
			})}
			{hint && (
				<p id={`${id}-hint`} className={styles.hint}>
					{hint}
				</p>
			)}
			<p id={`${id}-error`} className={styles.error}>
				{error}
			</p>
		</div>
	);
}
