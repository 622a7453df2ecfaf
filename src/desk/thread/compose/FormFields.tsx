import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox } from '../../common/Checkbox.tsx';
import { NEW_FIELD, type Fault, type FieldDraft } from './interactive.ts';
import { KindField } from './KindField.tsx';
import { LineField } from './LineField.tsx';
import { Rows } from '../../form/Rows.tsx';

const FIELDS_MAX = 20;
const TYPES = ['text', 'text_area', 'email', 'select'] as const;

interface Props {
	fields: readonly FieldDraft[];
	faults: Readonly<Record<string, Fault>>;
	onChange: (fields: readonly FieldDraft[]) => void;
}

/** What the visitor is asked in a form. */
export function FormFields({ fields, faults, onChange }: Props) {
	const { t } = useLingui();
	const names: Record<FieldDraft['type'], string> = {
		text: t`Text`,
		text_area: t`Long text`,
		email: t`Email address`,
		select: t`Choices`,
	};
	return (
		<Rows label={t`Fields`} items={fields} added={NEW_FIELD} max={FIELDS_MAX} onChange={onChange}>
			{({ label, type, isRequired, options }, index, change) => (
				<>
					<LineField
						name={`label-${index}`}
						label={t`Name`}
						isRequired
						maxLength={255}
						value={label}
						fault={faults[`label-${index}`]}
						onType={(value) => change({ label: value })}
					/>
					<KindField
						name={`type-${index}`}
						value={type}
						options={TYPES.map((one) => [one, names[one]])}
						onChange={(value) => change({ type: value })}
					/>
					{type === 'select' && (
						<LineField
							name={`options-${index}`}
							label={t`Choices`}
							hint={t`One choice per line.`}
							isRequired
							rows={3}
							value={options}
							fault={faults[`options-${index}`]}
							onType={(value) => change({ options: value })}
						/>
					)}
					<Checkbox name={`required-${index}`} isChecked={isRequired} onChange={(isOn) => change({ isRequired: isOn })}>
						<Trans context="field">Required</Trans>
					</Checkbox>
				</>
			)}
		</Rows>
	);
}
