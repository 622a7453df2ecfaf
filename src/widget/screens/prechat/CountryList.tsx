import { useLingui } from '@lingui/react/macro';
import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import fieldStyles from '#ui/form/Field.module.css';
import { type Country, findCountries, flagOf } from '../../features/prechat/countries.ts';
import styles from './CountryList.module.css';

interface Props {
	countries: readonly Country[];
	chosen: string | undefined;
	onChoose: (code: string) => void;
	/** The focus moves on to the next control. */
	onLeave: () => void;
}

/**
 * A field that filters the list below. The focus stays in the field; arrows, Home and End move
 * through the list.
 */
export function CountryList({ countries, chosen, onChoose, onLeave }: Props) {
	const { t } = useLingui();
	const id = useId();
	const place = useRef<HTMLDivElement>(null);
	const [search, setSearch] = useState('');
	const [active, setActive] = useState(() =>
		Math.max(
			0,
			countries.findIndex(({ code }) => code === chosen),
		),
	);
	const found = findCountries(countries, search);
	const activeCode = found[active]?.code;
	const optionId = (code: string) => `${id}-${code}`;

	// Braces, since in newer browsers `scrollIntoView` returns a promise, which an effect must not
	// return.
	useEffect(() => {
		place.current?.scrollIntoView({ block: 'nearest' });
	}, []);
	useEffect(() => {
		if (activeCode !== undefined) document.getElementById(`${id}-${activeCode}`)?.scrollIntoView({ block: 'nearest' });
	}, [id, activeCode]);

	function narrow(event: ChangeEvent<HTMLInputElement>) {
		setSearch(event.target.value);
		setActive(0);
	}

	function handleKey(event: KeyboardEvent) {
		if (event.key === 'Tab') return onLeave();
		if (event.nativeEvent.isComposing || !['ArrowDown', 'ArrowUp', 'Home', 'End', 'Enter'].includes(event.key)) return;
		event.preventDefault();
		if (event.key === 'Enter') return activeCode !== undefined && onChoose(activeCode);
		setActive(nextPlace(event.key, active, found.length));
	}

	return (
		<div ref={place} className={styles.place}>
			<input
				className={fieldStyles['control']}
				type="text"
				role="combobox"
				aria-label={t`Search for a country`}
				aria-expanded={found.length > 0}
				aria-autocomplete="list"
				aria-controls={`${id}-list`}
				aria-activedescendant={activeCode && optionId(activeCode)}
				autoComplete="off"
				placeholder={t`Search for a country`}
				value={search}
				onChange={narrow}
				onKeyDown={handleKey}
			/>
			<div id={`${id}-list`} className={styles.list} role="listbox" aria-label={t`Country code`}>
				{found.map(({ code, dialCode, name }) => (
					<button
						type="button"
						tabIndex={-1}
						key={code}
						id={optionId(code)}
						className={styles.option}
						role="option"
						aria-selected={code === chosen}
						data-active={code === activeCode || undefined}
						// Keeps the focus in the field.
						onMouseDown={(event) => event.preventDefault()}
						onClick={() => onChoose(code)}
					>
						<span aria-hidden="true">{flagOf(code)}</span>
						<bdi className={styles.name}>{name}</bdi>
						<span className={styles.dialCode} dir="ltr">
							+{dialCode}
						</span>
					</button>
				))}
			</div>
			<div role="status" className={styles.nothing}>
				{found.length === 0 && t`No results found`}
			</div>
		</div>
	);
}

/** The arrows wrap around at both ends. */
function nextPlace(key: string, active: number, count: number): number {
	if (key === 'Home' || count === 0) return 0;
	if (key === 'End') return count - 1;
	return (active + (key === 'ArrowDown' ? 1 : count - 1)) % count;
}
