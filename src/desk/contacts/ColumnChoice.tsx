import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { Menu } from '../common/Menu.tsx';
import { chosenColumnsAtom, toggleColumn } from './chosenColumns.ts';
import { useAllColumns } from './useColumns.tsx';
import styles from './Columns.module.css';

/** Chooses the columns of the list. */
export function ColumnChoice() {
	const { t } = useLingui();
	const [isOpen, setOpen] = useState(false);
	const chosen = useAtomValue(chosenColumnsAtom);
	const toggle = useSetAtom(toggleColumn);
	const items = useAllColumns().map(({ key, name }) => ({
		name,
		isChosen: chosen.includes(key),
		isOneOfMany: true,
		act: () => toggle(key),
	}));
	return (
		<div className={styles.choice}>
			<Menu name={t`Columns`} items={items} isOpen={isOpen} onToggle={setOpen}>
				{t`Columns`}
			</Menu>
		</div>
	);
}
