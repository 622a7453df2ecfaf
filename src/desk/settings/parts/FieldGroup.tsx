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
	return (
		<fieldset className={styles.group} aria-describedby={errorId}>
			<legend>{label}</legend>
			{children}
			<FieldError id={errorId}>{error}</FieldError>
		</fieldset>
	);
}
