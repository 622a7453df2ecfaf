/** Finds what an agent can do now, by its name. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useId, useRef, useState } from 'react';
import { foldText } from '#protocol/foldText.ts';
import { Dialog } from '../common/Dialog.tsx';
import { actionsAtom, type Action } from './actions.ts';
import { KeyCap } from './KeyCap.tsx';
import { runAction } from './shortcuts.ts';
import { useGroupName } from './useGroupName.ts';
import styles from './CommandDialog.module.css';

export function CommandDialog({ onClose }: { onClose: () => void }) {
	const { t } = useLingui();
	const [query, setQuery] = useState('');
	const [active, setActive] = useState(0);
	const field = useRef<HTMLInputElement>(null);
	const chosen = useRef<Action>(undefined);
	const listId = useId();
	const optionId = (index: number) => `${listId}-${index}`;
	const nameOf = useGroupName();
	const run = useSetAtom(runAction);
	const found = useAtomValue(actionsAtom).filter(
		(action) => action.isAvailable && hasWords(`${nameOf(action.group)} ${action.name}`, query),
	);
	const act = (action: Action | undefined): void => {
		if (!action) return;
		chosen.current = action;
		field.current?.closest('dialog')?.close();
	};
	/** The dialog has returned the focus by then. */
	const close = (): void => {
		onClose();
		if (chosen.current) void run(chosen.current);
	};
	const move = (target: number): void => {
		const index = (target + found.length) % found.length;
		setActive(index);
		document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' });
	};
	return (
		<Dialog title={<Trans>Commands</Trans>} initialFocus={field} onClose={close}>
			<input
				ref={field}
				className={styles.field}
				type="search"
				role="combobox"
				aria-label={t`Search`}
				placeholder={t`Search`}
				aria-expanded
				aria-autocomplete="list"
				aria-controls={listId}
				aria-activedescendant={found.length > 0 ? optionId(active) : undefined}
				value={query}
				onChange={({ target }) => {
					setQuery(target.value);
					setActive(0);
				}}
				onKeyDown={(event) => {
					if (event.nativeEvent.isComposing) return;
					if (event.key === 'ArrowDown') move(active + 1);
					else if (event.key === 'ArrowUp') move(active - 1);
					else if (event.key === 'Enter') act(found[active]);
					else return;
					event.preventDefault();
				}}
			/>
			<div id={listId} className={styles.list} role="listbox" aria-label={t`Commands`} tabIndex={-1}>
				{found.map((action, index) => (
					<button
						type="button"
						key={action.id}
						id={optionId(index)}
						className={styles.option}
						role="option"
						aria-selected={index === active}
						tabIndex={-1}
						onClick={() => act(action)}
					>
						<span className={styles.name}>{action.name}</span>
						<span className={styles.group}>{nameOf(action.group)}</span>
						<KeyCap name={action.key} />
					</button>
				))}
			</div>
			<p className={styles.none} role="status">
				{found.length === 0 && <Trans>No results found</Trans>}
			</p>
		</Dialog>
	);
}

/** Whether each word of the query begins a word of the text. */
function hasWords(text: string, query: string): boolean {
	const words = foldText(text).split(/\s+/);
	return foldText(query)
		.split(/\s+/)
		.every((sought) => words.some((word) => word.startsWith(sought)));
}
