import { Icon } from './Icon.tsx';
import styles from './IconButton.module.css';

interface Props {
	/** The button's accessible name. */
	label: string;
	icon: Parameters<typeof Icon>[0]['name'];
	isDirectional?: boolean;
	/** Whether the menu or panel of the button is open; undefined for a button without one. */
	isExpanded?: boolean;
	onPress: () => void;
}

export function IconButton({ label, icon, isDirectional = false, isExpanded, onPress }: Props) {
	return (
		<button
			type="button"
			className={styles.button}
			aria-label={label}
			title={label}
			aria-expanded={isExpanded}
			onClick={onPress}
		>
			<Icon name={icon} isDirectional={isDirectional} />
		</button>
	);
}
