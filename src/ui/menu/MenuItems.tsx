import { useLingui } from '@lingui/react/macro';
import { use, useEffect, useRef, type KeyboardEvent } from 'react';
import { Icon } from '../Icon.tsx';
import type { MenuAction } from './menuAction.ts';
import { CloseMenu } from './closeMenu.ts';
import { findItemByKey } from './menuKeys.ts';
import styles from './MenuItems.module.css';

/**
 * The content of a menu: what can be done, with names written out. The first item has the focus,
 * and arrow keys move it.
 */
export function MenuItems({ actions }: { actions: readonly MenuAction[] }) {
	const { t } = useLingui();
	const close = use(CloseMenu);
	const list = useRef<HTMLUListElement>(null);
	useEffect(() => list.current?.querySelector('button')?.focus(), []);

	function moveFocus(event: KeyboardEvent<HTMLElement>) {
		// On from the menu's button.
		if (event.key === 'Tab') return close();
		const items = [...event.currentTarget.querySelectorAll('button')];
		const current = items.findIndex((item) => item === document.activeElement);
		const target = findItemByKey(event.key, current, items.length);
		if (target === undefined) return;
		event.preventDefault();
		items[target]?.focus();
	}

	/** Closes first: what the action shows may take the focus further. */
	function choose({ act }: MenuAction) {
		close();
		act();
	}

	return (
		<ul ref={list} role="menu" aria-label={t`More options`} onKeyDown={moveFocus}>
			{actions.map((action) => (
				<li key={action.icon} role="none">
					<button
						type="button"
						role="menuitem"
						tabIndex={-1}
						className={styles.item}
						data-danger={action.isDangerous}
						onClick={() => choose(action)}
					>
						<Icon name={action.icon} isDirectional={action.isDirectional ?? false} />
						{action.label}
					</button>
				</li>
			))}
		</ul>
	);
}
