import type { Ref } from 'react';
import { Icon } from './Icon.tsx';
import styles from './SendButton.module.css';

interface Props {
	label: string;
	isDisabled: boolean;
	/** Without it the button submits its form. */
	onPress?: () => void;
	ref?: Ref<HTMLButtonElement>;
}

/** The round button that sends what is written or recorded. */
export function SendButton({ label, isDisabled, onPress, ref }: Props) {
	return (
		<button
			ref={ref}
			type={onPress ? 'button' : 'submit'}
			className={styles.send}
			aria-label={label}
			title={label}
			aria-disabled={isDisabled}
			// Without this, pressing the button would take the focus from the text field and close
			// a phone's keyboard.
			onPointerDown={(event) => event.preventDefault()}
			onClick={onPress}
		>
			<Icon name="send" />
		</button>
	);
}
