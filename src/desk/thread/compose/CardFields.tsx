import { useLingui } from '@lingui/react/macro';
import { NEW_CARD, type CardDraft, type Fault } from './interactive.ts';
import { LineField } from './LineField.tsx';
import { Rows } from '../../form/Rows.tsx';

const CARDS_MAX = 10;

interface Props {
	cards: readonly CardDraft[];
	faults: Readonly<Record<string, Fault>>;
	onChange: (cards: readonly CardDraft[]) => void;
}

/** Cards with a picture, and a button that leads to a page. */
export function CardFields({ cards, faults, onChange }: Props) {
	const { t } = useLingui();
	const texts = [
		{ key: 'title', label: t`Title`, isRequired: true },
		{ key: 'description', label: t`Description` },
		{ key: 'picture', label: t`Picture`, isAddress: true },
		{ key: 'button', label: t`Button`, isRequired: true },
		{ key: 'link', label: t`Link`, isRequired: true, isAddress: true },
	] as const;
	return (
		<Rows label={t`Cards`} items={cards} added={NEW_CARD} max={CARDS_MAX} onChange={onChange}>
			{(card, index, change) =>
				texts.map(({ key, ...text }) => (
					<LineField
						key={key}
						{...text}
						name={`${key}-${index}`}
						value={card[key]}
						fault={faults[`${key}-${index}`]}
						onType={(value) => change({ [key]: value })}
					/>
				))
			}
		</Rows>
	);
}
