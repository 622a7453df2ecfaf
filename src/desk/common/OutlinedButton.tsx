import type { ReactNode } from 'react';
import styles from './OutlinedButton.module.css';

interface Props {
	/** The action is under way: the button cannot be pressed again, but keeps the focus. */
	isBusy?: boolean;
	/** Ids of the elements that describe it further. */
	describedBy?: string;
	/** Whether what was chosen by it is wrong, which one of those elements says. */
	isInvalid?: boolean;
	/** Whether it is the main thing to do here: then it is filled. */
	isMain?: boolean;
	/** Whether it is what a form ends with. */
	isLarge?: boolean;
	/** Without it the button submits its form. */
	onPress?: () => void;
	children: ReactNode;
}

/** A button for an action on what is beside it. */
export function OutlinedButton({
	isBusy = false,
	describedBy,
	isInvalid = false,
	isMain = false,
	isLarge = false,
	onPress,
	children,
}: Props) {
	return (
		<button
			type={onPress ? 'button' : 'submit'}
			className={styles.button}
			aria-describedby={describedBy}
			aria-disabled={isBusy || undefined}
			data-invalid={isInvalid || undefined}
			data-main={isMain || undefined}
			data-large={isLarge || undefined}
			onClick={onPress}
		>
			{children}
		</button>
	);
}
