import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useMemo, useRef } from 'react';
import { languageTag } from '#protocol/base/locales.ts';
import { FieldFrame } from '#ui/form/FieldFrame.tsx';
import { CountryPicker } from './CountryPicker.tsx';
import { nameCountries } from '../../features/prechat/countries.ts';
import { countryAtom, loadPhones, phonesAtom } from '../../features/prechat/form.ts';
import { changeForm } from '../../features/prechat/formDraft.ts';
import styles from './PhoneField.module.css';

interface Props {
	name: string;
	label: string;
	placeholder: string;
	isRequired: boolean;
	value: string;
	error: string | undefined;
	onType: (text: string) => void;
}

/**
 * A phone number, and beside it the country of its dial code; a number that begins with a plus
 * names its country itself.
 */
export function PhoneField({ name, label, placeholder, isRequired, value, error, onType }: Props) {
	const { i18n } = useLingui();
	const phones = useAtomValue(phonesAtom);
	const load = useSetAtom(loadPhones);
	const chosen = useAtomValue(countryAtom);
	const change = useSetAtom(changeForm);
	const input = useRef<HTMLInputElement>(null);
	const countries = useMemo(
		() => nameCountries(phones?.DIAL_CODES ?? new Map(), languageTag(i18n.locale)),
		[phones, i18n.locale],
	);

	useEffect(() => {
		void load();
	}, [load]);

	function choose(country: string) {
		change({ country });
		// The typed number names another country than the chosen one, so it is removed.
		if (phones?.readPhone(value, chosen).country) onType('');
		input.current?.focus();
	}

	return (
		<FieldFrame label={label} isRequired={isRequired} error={error}>
			{(control) => (
				<div className={styles.row}>
					{phones && (
						<CountryPicker
							countries={countries}
							chosen={phones.readPhone(value, chosen).country ?? chosen}
							onChoose={choose}
						/>
					)}
					<input
						ref={input}
						{...control}
						name={name}
						type="tel"
						dir="ltr"
						autoComplete="tel"
						placeholder={placeholder}
						value={value}
						// Loads the rules again if they failed to load at first.
						onFocus={() => void load()}
						onChange={(event) => onType(event.target.value)}
					/>
				</div>
			)}
		</FieldFrame>
	);
}
