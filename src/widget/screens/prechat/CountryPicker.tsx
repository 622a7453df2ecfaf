import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { useDismiss } from '#ui/useDismiss.ts';
import { type Country, flagOf } from '../../features/prechat/countries.ts';
import { CountryList } from './CountryList.tsx';
import styles from './CountryPicker.module.css';

const GLOBE = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18';

interface Props {
	countries: readonly Country[];
	/** The region code of the chosen country; undefined for none. */
	chosen: string | undefined;
	/** Also moves the focus on. */
	onChoose: (code: string) => void;
}

/** A button with flag and dial code, which opens the list. */
export function CountryPicker({ countries, chosen, onChoose }: Props) {
	const { t } = useLingui();
	const [isOpen, setIsOpen] = useState(false);
	const place = useDismiss<HTMLDivElement>(isOpen, () => setIsOpen(false));
	const country = countries.find(({ code }) => code === chosen);
	const { name = '', dialCode = '' } = country ?? {};

	// After `useDismiss` has recorded the element with the focus, to which Escape returns it.
	useEffect(() => {
		if (isOpen) place.current?.querySelector('input')?.focus();
	}, [isOpen, place]);

	function choose(code: string) {
		setIsOpen(false);
		onChoose(code);
	}

	return (
		<div ref={place}>
			<button
				type="button"
				className={styles.button}
				aria-label={country ? t`Country code: ${name} +${dialCode}` : t`Country code`}
				aria-haspopup="dialog"
				aria-expanded={isOpen}
				onClick={() => setIsOpen(!isOpen)}
			>
				{country ? (
					<>
						<span aria-hidden="true">{flagOf(country.code)}</span>
						<span dir="ltr">+{dialCode}</span>
					</>
				) : (
					<Icon name={GLOBE} />
				)}
				<Icon name="down" />
			</button>
			{isOpen && (
				<div className={styles.panel} role="dialog" aria-label={t`Country code`}>
					<CountryList countries={countries} chosen={chosen} onChoose={choose} onLeave={() => setIsOpen(false)} />
				</div>
			)}
		</div>
	);
}
