import { useLingui } from '@lingui/react/macro';
import { FieldFrame } from '#ui/form/FieldFrame.tsx';

interface Props<V extends string> {
	name: string;
	value: V;
	/** Value → text, in the order of the list. */
	options: readonly (readonly [value: V, text: string])[];
	onChange: (value: V) => void;
}

/** Which kind something is of. */
export function KindField<V extends string>({ name, value, options, onChange }: Props<V>) {
	const { t } = useLingui();
	return (
		<FieldFrame label={t`Type`} isRequired={false} error={undefined}>
			{(control) => (
				<select
					{...control}
					name={name}
					value={value}
					// The list of choices has no others.
					onChange={({ target }) => onChange(target.value as V)}
				>
					{options.map(([one, text]) => (
						<option key={one} value={one}>
							{text}
						</option>
					))}
				</select>
			)}
		</FieldFrame>
	);
}
