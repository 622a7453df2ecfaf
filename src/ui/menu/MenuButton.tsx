import { useLingui } from '@lingui/react/macro';
import { type ReactNode, type RefObject, useState } from 'react';
import { IconButton } from '../IconButton.tsx';
import { useDismiss } from '../useDismiss.ts';
import { CloseMenu } from './closeMenu.ts';
import styles from './MenuButton.module.css';

interface Props {
	/** `small` is for a menu beside a message. */
	size?: 'medium' | 'small';
	children: ReactNode;
}

/**
 * A button with a menu, which opens towards the side with more room: of the window, or of the
 * messages around it.
 */
export function MenuButton({ size, children }: Props) {
	const { t } = useLingui();
	const [direction, setDirection] = useState<Direction>();
	const isOpen = direction !== undefined;
	const place = useDismiss<HTMLDivElement>(isOpen, () => setDirection(undefined));

	function close() {
		setDirection(undefined);
		place.current?.querySelector('button')?.focus();
	}

	return (
		<div ref={place} className={styles.place}>
			<IconButton
				label={t`More options`}
				icon="more"
				size={size}
				isExpanded={isOpen}
				onPress={() => setDirection(isOpen ? undefined : whereRoomIs(place))}
			/>
			{direction && (
				<div className={styles.menu} data-side={direction.side} data-edge={direction.edge}>
					<CloseMenu value={close}>{children}</CloseMenu>
				</div>
			)}
		</div>
	);
}

interface Direction {
	side: 'above' | 'below';
	/**
	 * The edge of the button with which the menu is aligned, also when the language and with it the
	 * direction changes.
	 */
	edge: 'start' | 'end';
}

function whereRoomIs({ current }: RefObject<HTMLElement | null>): Direction {
	const { top, bottom, left, right } = current?.getBoundingClientRect() ?? { top: 0, bottom: 0, left: 0, right: 0 };
	const view = current?.closest('[role=log]')?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
	const isAtRight = left > innerWidth - right;
	const isRightToLeft = current !== null && getComputedStyle(current).direction === 'rtl';
	return {
		side: top - view.top > view.bottom - bottom ? 'above' : 'below',
		edge: isAtRight === isRightToLeft ? 'start' : 'end',
	};
}
