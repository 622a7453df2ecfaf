import { useId, type ReactNode } from 'react';
import { FieldError } from './FieldError.tsx';
import styles from './FieldGroup.module.css';

interface Props {
	label: string;
	/** What the value is for, below the controls. */
	hint?: ReactNode;
	/** What is wrong with them together. */
	error: string | undefined;
	children: ReactNode;
}

/** Several controls for one value, under its label. */
export function FieldGroup({ label, hint, error, children }: Props) {
	const id = useId();
	const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
	// A group cannot be `aria-invalid`: it gets the focus itself, so that its label and what is
	// wrong are read.
	const invalid = error !== undefined && { tabIndex: -1, 'data-invalid': true };
	return (
		<fieldset className={styles.group} aria-describedby={hint ? `${hintId} ${errorId}` : errorId} {...invalid}>
			<legend>{label}</legend>
			{children}
			{hint && (
				<p id={hintId} className={styles.hint}>
					{hint}
				</p>
			)}
			<FieldError id={errorId}>{error}</FieldError>
		</fieldset>
	);
}
