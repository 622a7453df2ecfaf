import { Icon } from './Icon.tsx';
import styles from './ToolButton.module.css';

interface Props {
	/** The button's accessible name. */
	label: string;
	icon: Parameters<typeof Icon>[0]['name'];
	isDirectional?: boolean;
	/** Whether the menu of the button is open; undefined for a button without one. */
	isExpanded?: boolean;
	onPress: () => void;
}

/** A small button beside a message: so low that two above each other fit beside a message of one line. */
export function ToolButton({ label, icon, isDirectional = false, isExpanded, onPress }: Props) {
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
