import { useLingui } from '@lingui/react/macro';
import { FieldFrame } from '#ui/form/FieldFrame.tsx';
import type { Fault } from './interactive.ts';

interface Props {
	name: string;
	label: string;
	hint?: string;
	isRequired?: boolean;
	/** With it the field has several lines. */
	rows?: number;
	/** Whether it is a web address. */
	isAddress?: boolean;
	maxLength?: number;
	value: string;
	fault: Fault | undefined;
	onType: (value: string) => void;
}

/** A text of the message that is being written. */
export function LineField(props: Props) {
	const { name, label, hint, isRequired = false, rows, isAddress = false, maxLength = 2_000, value, fault } = props;
	const { t } = useLingui();
	const faults: Record<Fault, string> = { missing: t`Required`, 'no-address': t`Please enter a valid URL` };
	return (
		<FieldFrame label={label} hint={hint} isRequired={isRequired} error={fault && faults[fault]}>
			{(control) => {
				const shared = {
					...control,
					name,
					maxLength,
					value,
					dir: isAddress ? 'ltr' : 'auto',
					onChange: ({ target }: { target: { value: string } }) => props.onType(target.value),
				};
				if (rows !== undefined) return <textarea {...shared} rows={rows} />;
				return (
					<input
						{...shared}
						type={isAddress ? 'url' : 'text'}
						autoComplete="off"
						placeholder={isAddress ? 'https://' : undefined}
					/>
				);
			}}
		</FieldFrame>
	);
}
