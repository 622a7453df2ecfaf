import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { websitesAtom } from './account.ts';

interface Props {
	/** Id of the chosen website; undefined for all of them. */
	value: number | undefined;
	onChange: (inboxId: number | undefined) => void;
}

/** Chooses one of the websites or all, where there are several. */
export function WebsiteSelect({ value, onChange }: Props) {
	const { t } = useLingui();
	const websites = useAtomValue(websitesAtom);
	return (
		(websites.length > 1 || value !== undefined) && (
			<select
				aria-label={t`Website`}
				value={value ?? ''}
				onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
			>
				<option value="">{t`All websites`}</option>
				{websites.map(({ id, name }) => (
					<option key={id} value={id}>
						{name}
					</option>
				))}
			</select>
		)
	);
}
