import { Trans } from '@lingui/react/macro';
import { useId, type ReactNode, type RefObject } from 'react';
import { PASSWORD_MIN } from '#protocol/base/limits.ts';
import styles from './SignInView.module.css';

interface Props {
	label: ReactNode;
	/** A requirement that the password has to meet, shown under the field. */
	hint?: ReactNode;
	field: RefObject<HTMLInputElement | null>;
	/** The field's purpose, by which password managers recognise it. */
	autoComplete: 'current-password' | 'new-password';
	isShown: boolean;
	minLength?: number;
	isRequired?: boolean;
}

/** The field for a password that is chosen now. */
export function NewPasswordField(props: Pick<Props, 'label' | 'field' | 'isShown'>) {
	return (
		<PasswordField
			{...props}
			hint={<Trans>At least 15 characters. A few unrelated words are easy to remember.</Trans>}
			autoComplete="new-password"
			minLength={PASSWORD_MIN}
		/>
	);
}

export function PasswordField(props: Props) {
	const { label, hint, field, autoComplete, isShown, minLength, isRequired = true } = props;
	const id = useId();
	const hintId = useId();
	return (
		<div className={styles.field}>
			<label htmlFor={id}>{label}</label>
			<input
				ref={field}
				id={id}
				name={autoComplete}
				type={isShown ? 'text' : 'password'}
				autoComplete={autoComplete}
				autoCapitalize="none"
				spellCheck={false}
				dir="ltr"
				minLength={minLength}
				required={isRequired}
				aria-describedby={hint ? hintId : undefined}
			/>
			{hint && (
				<small id={hintId} className={styles.hint}>
					{hint}
				</small>
			)}
		</div>
	);
}
