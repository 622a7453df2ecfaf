import { type ReactNode, useId } from 'react';
import styles from './Field.module.css';

/** What ties a control to its label and to what is wrong with it. */
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
	/** What is wrong with the value, in words; undefined for nothing, or as long as nobody wants to know. */
	error: string | undefined;
	children: (control: ControlProps) => ReactNode;
}

/** A control with its label above and what is wrong with its value below. */
export function FieldFrame({ label, isRequired, error, children }: Props) {
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
				'aria-describedby': `${id}-error`,
			})}
			<p id={`${id}-error`} className={styles.error}>
				{error}
			</p>
		</div>
	);
}
