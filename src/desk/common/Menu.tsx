/**
 * A button with a menu of actions or choices. One item has the focus: arrow keys, Home, End and the
 * first letters of a name move it, Escape and Tab close the menu.
 */
import { useLingui } from '@lingui/react/macro';
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { findItemByKey } from '#ui/menu/menuKeys.ts';
import { useDismiss } from '#ui/useDismiss.ts';
import { MenuEntry, MenuSurface } from './MenuParts.tsx';
import { PlainButton } from './PlainButton.tsx';
import styles from './Menu.module.css';

export interface MenuItem {
	/** Also the text by whose first letters it is found. */
	name: string;
	/** Where others may have the same name: the person or thing that it is about. */
	id?: number | undefined;
	/** Drawn before the name. */
	mark?: ReactNode;
	/** Drawn after the name, such as a time. */
	hint?: string | undefined;
	/** For a choice: whether it is chosen. */
	isChosen?: boolean;
	/** Whether several can be chosen: the menu then stays open. */
	isOneOfMany?: boolean;
	act: () => void;
}

interface Props {
	/** The accessible name of the menu and, with the value, of the button. */
	name: string;
	/**
	 * What is chosen, where the button shows it: people say what they see, to press it by voice.
	 */
	value?: string | undefined;
	/** What the button shows. */
	children: ReactNode;
	items: readonly MenuItem[];
	isOpen: boolean;
	onToggle: (isOpen: boolean) => void;
	/** Shown below the items. */
	note?: ReactNode;
}

export function Menu({ name, value, children, items, isOpen, onToggle, note }: Props) {
	const place = useDismiss<HTMLDivElement>(isOpen, () => onToggle(false));
	const button = useRef<HTMLButtonElement>(null);
	const { t } = useLingui();
	const label = value === undefined ? name : t`${name}: ${{ content: value }}`;
	// After `useDismiss` has noted what had the focus before.
	useEffect(() => {
		if (!isOpen) return;
		const chosen = place.current?.querySelector<HTMLElement>('[role=menuitemradio][aria-checked=true]');
		(chosen ?? place.current?.querySelector<HTMLElement>('[role^=menuitem]'))?.focus();
	}, [isOpen, place]);
	return (
		<div ref={place}>
			<PlainButton
				ref={button}
				className={styles.button}
				aria-label={label}
				title={label}
				aria-haspopup="menu"
				aria-expanded={isOpen}
				onClick={() => onToggle(!isOpen)}
			>
				{children}
			</PlainButton>
			{isOpen && <MenuList name={name} items={items} button={button} note={note} onClose={() => onToggle(false)} />}
		</div>
	);
}

interface ListProps extends Pick<Props, 'name' | 'items' | 'note'> {
	button: RefObject<HTMLButtonElement | null>;
	onClose: () => void;
}

function MenuList({ name, items, button, note, onClose }: ListProps) {
	const menu = useRef<HTMLDivElement>(null);
	const findBeginning = useTypedLetters();

	useLayoutEffect(() => placeMenu(menu.current, button.current));

	const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
		const { key, ctrlKey, altKey, metaKey } = event;
		const rows = [...(menu.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
		const current = rows.findIndex((row) => row === document.activeElement);
		if (key === 'Tab') return onClose();
		const isLetter = key.length === 1 && key !== ' ' && !ctrlKey && !altKey && !metaKey;
		const target = isLetter ? findBeginning(key, items, current) : findItemByKey(key, current, rows.length);
		if (target === undefined) return;
		event.preventDefault();
		// The keys that work elsewhere in the desk do nothing here.
		event.stopPropagation();
		rows[target]?.focus();
	};

	const choose = ({ act, isOneOfMany }: MenuItem): void => {
		if (!isOneOfMany) {
			onClose();
			button.current?.focus();
		}
		act();
	};

	return (
		<MenuSurface ref={menu} className={styles.menu} role="menu" aria-label={name} tabIndex={-1} onKeyDown={moveFocus}>
			{items.map((item) => (
				<MenuEntry
					key={item.id ?? item.name}
					role={roleOf(item)}
					aria-checked={item.isChosen}
					tabIndex={-1}
					onClick={() => choose(item)}
				>
					{item.mark}
					<bdi className={styles.label}>{item.name}</bdi>
					{item.hint !== undefined && <span className={styles.hint}>{item.hint}</span>}
					{item.isChosen !== undefined && (
						<svg className={styles.check} viewBox="0 0 16 16" aria-hidden="true">
							<path d="M3 8.5l3.2 3.2L13 5" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
						</svg>
					)}
				</MenuEntry>
			))}
			{note}
		</MenuSurface>
	);
}

function roleOf({ isChosen, isOneOfMany }: MenuItem) {
	if (isChosen === undefined) return 'menuitem';
	return isOneOfMany ? 'menuitemcheckbox' : 'menuitemradio';
}

/**
 * Below the button or, where there is more room, above it; at its end, and as high as the window
 * has room.
 */
function placeMenu(menu: HTMLElement | null, button: HTMLElement | null): void {
	if (!menu || !button) return;
	const { left, right, top, bottom } = button.getBoundingClientRect();
	const { offsetWidth: width } = menu;
	const wished = getComputedStyle(button).direction === 'rtl' ? left : right - width;
	menu.style.left = `${Math.max(8, Math.min(wished, innerWidth - width - 8))}px`;
	const below = innerHeight - bottom - 12;
	const isAbove = menu.scrollHeight > below && top - 12 > below;
	menu.style.maxBlockSize = `${Math.max(120, isAbove ? top - 12 : below)}px`;
	menu.style.top = `${isAbove ? top - 4 - menu.offsetHeight : bottom + 4}px`;
}

/** Milliseconds after which a letter begins another name. */
const PAUSE = 800;

/**
 * Answers a function that finds the next item whose name begins with the letters that were typed.
 */
function useTypedLetters() {
	const typed = useRef({ letters: '', at: 0 });
	return (letter: string, items: readonly MenuItem[], current: number): number | undefined => {
		const now = performance.now();
		const { letters, at } = typed.current;
		typed.current = { letters: (now - at < PAUSE ? letters : '') + letter.toLocaleLowerCase(), at: now };
		const wanted = typed.current.letters;
		// A single letter goes on to the next name that begins with it.
		const from = wanted.length === 1 ? current + 1 : Math.max(0, current);
		const order = items.map((_, index) => (from + index) % items.length);
		return order.find((index) => items[index]?.name.toLocaleLowerCase().startsWith(wanted));
	};
}
