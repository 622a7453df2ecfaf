import type { ReactNode } from 'react';
import { FieldFrame } from '#ui/form/FieldFrame.tsx';
import styles from './FixedField.module.css';

interface Props {
	name: string;
	label: string;
	value: string;
	/** Why it cannot be changed. */
	hint: ReactNode;
	/** For what is not prose, such as an address or code. */
	isCode?: boolean;
}

/**
 * A value among the fields of the settings that stays as it is. It can be read by keyboard, and
 * copied.
 */
export function FixedField({ name, label, value, hint, isCode = false }: Props) {
	return (
		<FieldFrame label={label} isRequired={false} hint={hint} error={undefined}>
			{({ className, ...control }) => (
				<input
					{...control}
					className={`${className} ${styles.fixed}`}
					name={name}
					value={value}
					readOnly
					dir={isCode ? 'ltr' : 'auto'}
					{...(isCode && { translate: 'no' as const })}
				/>
			)}
		</FieldFrame>
	);
}
