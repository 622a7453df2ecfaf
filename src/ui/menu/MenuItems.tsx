import { Icon } from '../Icon.tsx';
import type { MenuAction } from './menuAction.ts';
import styles from './MenuItems.module.css';

/** The content of a menu: what can be done, with names written out. */
export function MenuItems({ actions }: { actions: readonly MenuAction[] }) {
	return (
		<ul>
			{actions.map(({ label, icon, isDirectional = false, act }) => (
				<li key={icon}>
					<button type="button" className={styles.item} onClick={act}>
						<Icon name={icon} isDirectional={isDirectional} />
						{label}
					</button>
				</li>
			))}
		</ul>
	);
}
