import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import boxStyles from '#ui/form/CheckboxInput.module.css';
import type { Conversation } from '../conversations/conversation.ts';
import { selectionAtom } from '../conversations/selection.ts';
import { toggle } from './chooseRows.ts';
import styles from './SelectionTick.module.css';

interface Props {
	conversation: Conversation;
	/** Whether the Tab key leads there: from its row, since it would otherwise double the way. */
	isReachable: boolean;
}

/** Lies over the visitor's face: shown while the mouse or the focus is on the row. */
export function Tick({ conversation: { id, visitor }, isReachable }: Props) {
	const { t } = useLingui();
	const selection = useAtomValue(selectionAtom);
	const change = useSetAtom(toggle);
	const isSelecting = selection.size > 0;
	return (
		<label className={styles.tick} data-shown={isSelecting || undefined}>
			<input
				type="checkbox"
				className={boxStyles['box']}
				aria-label={t`Select ${{ name: visitor.name }}`}
				tabIndex={isReachable || isSelecting ? 0 : -1}
				checked={selection.has(id)}
				onChange={({ nativeEvent }) => change(id, (nativeEvent as MouseEvent).shiftKey)}
			/>
		</label>
	);
}
