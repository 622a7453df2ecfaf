import { useId, type ReactNode } from 'react';
import { FieldError } from './FieldError.tsx';
import styles from './FieldGroup.module.css';

interface Props {
	label: string;
	/** What is wrong with them together. */
	error: string | undefined;
	children: ReactNode;
}

/** Several controls for one value, under its label. */
export function FieldGroup({ label, error, children }: Props) {
	const errorId = `${useId()}-error`;
	// A group cannot be `aria-invalid`: it gets the focus itself, so that its label and what is wrong are read.
	const invalid = error !== undefined && { tabIndex: -1, 'data-invalid': true };
	return (
		<fieldset className={styles.group} aria-describedby={errorId} {...invalid}>
			<legend>{label}</legend>
			{children}
			<FieldError id={errorId}>{error}</FieldError>
		</fieldset>
	);
}
