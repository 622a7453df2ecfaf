import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, type ReactNode } from 'react';
import { IconButton } from '#ui/IconButton.tsx';
import { DELETE } from '#ui/menu/changeIcons.ts';
import { OutlinedButton } from '../common/OutlinedButton.tsx';
import styles from './Rows.module.css';

interface Props<T> {
	/** What the rows are. */
	label: string;
	items: readonly T[];
	/** What a new row begins with. */
	added: T;
	max: number;
	onChange: (items: readonly T[]) => void;
	/** The controls of one row. */
	children: (item: T, index: number, change: (changed: Partial<T>) => void) => ReactNode;
}

/** Rows of controls, to which more are added, and of which one at least stays. */
export function Rows<T extends object>({ label, items, added, max, onChange, children }: Props<T>) {
	const { t } = useLingui();
	const rows = useRef<HTMLFieldSetElement>(null);
	return (
		// It takes the focus from a row that is removed.
		<fieldset ref={rows} className={styles.rows} tabIndex={-1}>
			<legend>{label}</legend>
			{items.map((item, index) => {
				const place = placeOf(label, index);
				return (
					// Rows have no identity but their position.
					<div key={index} className={styles.row} role="group" aria-label={place}>
						<div className={styles.controls}>
							{children(item, index, (changed) =>
								onChange(items.map((one) => (one === item ? { ...one, ...changed } : one))),
							)}
						</div>
						{items.length > 1 && (
							<IconButton
								label={t`Remove ${placeOf(label, index)}`}
								icon={DELETE}
								onPress={() => {
									rows.current?.focus();
									onChange(items.filter((one) => one !== item));
								}}
							/>
						)}
					</div>
				);
			})}
			{items.length < max && (
				<OutlinedButton onPress={() => onChange([...items, { ...added }])}>
					<Trans>Add</Trans>
				</OutlinedButton>
			)}
		</fieldset>
	);
}

function placeOf(label: string, index: number): string {
	return `${label} ${index + 1}`;
}
