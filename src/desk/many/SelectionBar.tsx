/** What is done with all selected conversations. It lies over the choice of the view. */
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { IconButton } from '#ui/IconButton.tsx';
import { OutlinedButton } from '../common/OutlinedButton.tsx';
import { TextButton } from '../common/TextButton.tsx';
import { select, selectionAtom } from '../conversations/selection.ts';
import { changeSelected, selectedConversationsAtom } from './changeMany.ts';
import { selectAll } from './chooseRows.ts';
import { AssignMenu, LabelMenu, PriorityMenu, SnoozeMenu, type MenuProps } from './SelectionMenus.tsx';
import { useSelectingHands } from './useSelectingHands.ts';
import styles from './SelectionBar.module.css';

type MenuName = 'assign' | 'priority' | 'labels' | 'snooze';

export function Bar() {
	const place = useSelectingHands();
	const isSelecting = useAtomValue(selectionAtom).size > 0;
	return <div ref={place}>{isSelecting && <Actions />}</div>;
}

function Actions() {
	const { t } = useLingui();
	const conversations = useAtomValue(selectedConversationsAtom);
	const all = useSetAtom(selectAll);
	const end = useSetAtom(select);
	const make = useSetAtom(changeSelected);
	const [open, setOpen] = useState<{ menu: MenuName; at: Date }>();
	const count = conversations.length;
	const areResolved = conversations.every(({ status }) => status === 'resolved');
	const many = plural(count, { one: '# conversation', other: '# conversations' });
	const of = (menu: MenuName): MenuProps => ({
		conversations,
		isOpen: open?.menu === menu,
		onToggle: (isOpen) => setOpen(isOpen ? { menu, at: new Date() } : undefined),
		change: (name, what) => void make(`${name} – ${many}`, what),
	});
	const status = areResolved ? 'open' : 'resolved';
	return (
		<div className={styles.bar}>
			<div className={styles.line}>
				<IconButton label={t`Cancel`} icon="close" onPress={() => end([])} />
				<span role="status" className={styles.count}>
					{many}
				</span>
				<TextButton onPress={() => all()}>
					<Trans>Select all</Trans>
				</TextButton>
			</div>
			<div className={styles.line}>
				<AssignMenu {...of('assign')} />
				<PriorityMenu {...of('priority')} />
				<LabelMenu {...of('labels')} />
				<SnoozeMenu {...of('snooze')} now={open?.at} />
				<span className={styles.main}>
					<OutlinedButton
						isMain
						onPress={() => void make(`${areResolved ? t`Reopen` : t`Resolve`} – ${many}`, { fields: { status } })}
					>
						{areResolved ? <Trans>Reopen</Trans> : <Trans>Resolve</Trans>}
					</OutlinedButton>
				</span>
			</div>
		</div>
	);
}
