import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { VisuallyHidden } from '../../common/VisuallyHidden.tsx';
import styles from './OrderedList.module.css';

interface Props<T> {
	items: readonly T[];
	keyOf: (item: T) => string;
	/** What people call it. */
	nameOf: (item: T) => string;
	onChange: (items: readonly T[]) => void;
	/** Called once a move is over: what is dragged passes other places on its way. */
	onSettle?: (items: readonly T[]) => void;
	/** The controls of one item. */
	children: (item: T, change: (changed: Partial<T>) => void) => ReactNode;
}

/** Items in their order, which dragging and two buttons change. */
export function OrderedList<T extends object>({ items, keyOf, nameOf, onChange, onSettle, children }: Props<T>) {
	const { t } = useLingui();
	const [dragged, setDragged] = useState<string>();
	/** The order in which the drag began. */
	const [before, setBefore] = useState(items);
	const [moved, setMoved] = useState('');
	const move = (key: string, to: number): void => {
		const item = items.find((one) => keyOf(one) === key);
		if (!item || to < 0 || to >= items.length) return;
		const changed = items.filter((one) => one !== item).toSpliced(to, 0, item);
		onChange(changed);
		if (dragged === undefined) onSettle?.(changed);
		setMoved(t`${{ name: nameOf(item) }}: ${{ content: `${to + 1} / ${items.length}` }}`);
	};
	return (
		<>
			<VisuallyHidden>
				<span role="status">{moved}</span>
			</VisuallyHidden>
			<ol className={styles.list}>
				{items.map((item, index) => (
					<li
						key={keyOf(item)}
						className={styles.item}
						data-dragged={keyOf(item) === dragged || undefined}
						onDragOver={(event) => {
							if (dragged === undefined) return;
							event.preventDefault();
							if (dragged !== keyOf(item)) move(dragged, index);
						}}
						onDrop={(event) => event.preventDefault()}
					>
						<span
							className={styles.handle}
							draggable
							aria-hidden="true"
							onDragStart={(event) => {
								event.dataTransfer.effectAllowed = 'move';
								event.dataTransfer.setData('text/plain', nameOf(item));
								setDragged(keyOf(item));
								setBefore(items);
							}}
							onDragEnd={() => {
								setDragged(undefined);
								if (items.some((one, place) => one !== before[place])) onSettle?.(items);
							}}
						>
							<Icon name="M9 6v.01M15 6v.01M9 12v.01M15 12v.01M9 18v.01M15 18v.01" />
						</span>
						{children(item, (changed) => onChange(items.map((one) => (one === item ? { ...one, ...changed } : one))))}
						<MoveButtons
							label={nameOf(item)}
							isFirst={index === 0}
							isLast={index === items.length - 1}
							onMove={(by) => move(keyOf(item), index + by)}
						/>
					</li>
				))}
			</ol>
		</>
	);
}

interface MoveProps {
	/** Of the item. */
	label: string;
	isFirst: boolean;
	isLast: boolean;
	onMove: (by: -1 | 1) => void;
}

/** A button that leads nowhere keeps the focus, so that it stays where the keyboard is. */
function MoveButtons({ label, isFirst, isLast, onMove }: MoveProps) {
	const { t } = useLingui();
	const buttons = [
		{ by: -1, name: t`Move up: ${label}`, isOff: isFirst, path: 'M5 15l7-7 7 7' },
		{ by: 1, name: t`Move down: ${label}`, isOff: isLast, path: 'M5 9l7 7 7-7' },
	] as const;
	return buttons.map(({ by, name, isOff, path }) => (
		<button
			key={by}
			type="button"
			className={styles.move}
			aria-label={name}
			aria-disabled={isOff || undefined}
			onClick={() => onMove(by)}
		>
			<Icon name={path} />
		</button>
	));
}
