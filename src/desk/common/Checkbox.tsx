import type { ReactNode } from 'react';
import boxStyles from '#ui/form/CheckboxInput.module.css';
import styles from './Checkbox.module.css';

interface Props {
	/** The field's name in its form. */
	name?: string;
	isChecked: boolean;
	onChange: (isChecked: boolean) => void;
	children: ReactNode;
}

/** One of several things that can be on or off, with its text beside it. */
export function Checkbox({ name, isChecked, onChange, children }: Props) {
	return (
		<label className={styles.checkbox}>
			<input
				type="checkbox"
				className={boxStyles['box']}
				name={name}
				checked={isChecked}
				onChange={({ target }) => onChange(target.checked)}
			/>
			<bdi>{children}</bdi>
		</label>
	);
}
