import type { Ref } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import styles from './IconButton.module.css';

interface Props {
	/** The button's accessible name. */
	label: string;
	icon: IconName;
	isDirectional?: boolean;
	/** Whether the menu or panel of the button is open; undefined for a button without one. */
	isExpanded?: boolean;
	/**
	 * `small` is for a button beside a message: two above each other fit beside a message of one
	 * line.
	 */
	size?: 'medium' | 'small' | undefined;
	onPress: () => void;
	ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, icon, isDirectional = false, isExpanded, size, onPress, ref }: Props) {
	return (
		<button
			ref={ref}
			type="button"
			className={styles.button}
			data-size={size}
			aria-label={label}
			title={label}
			aria-expanded={isExpanded}
			onClick={onPress}
		>
			<Icon name={icon} isDirectional={isDirectional} />
		</button>
	);
}
