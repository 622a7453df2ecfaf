import { Icon } from './Icon.tsx';
import styles from './IconButton.module.css';

interface Props {
	/** The button's name. */
	label: string;
	icon: Parameters<typeof Icon>[0]['name'];
	isDirectional?: boolean;
	onPress: () => void;
}

export function IconButton({ label, icon, isDirectional = false, onPress }: Props) {
	return (
		<button type="button" className={styles['button']} aria-label={label} title={label} onClick={onPress}>
			<Icon name={icon} isDirectional={isDirectional} />
		</button>
	);
}
