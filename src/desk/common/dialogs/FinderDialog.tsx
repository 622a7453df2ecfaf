/**
 * A dialog with a field and, below it, what the words in the field find. The focus stays in the
 * field: arrow keys choose, Enter takes what is chosen.
 */
import { useLingui } from '@lingui/react/macro';
import { useId, useRef, useState, type ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';
import styles from './FinderDialog.module.css';
import { ListOption } from './ListOption.tsx';

export interface FinderOption {
	key: string;
	content: ReactNode;
	/** Whether the dialog stays open, as it is for what shows more options. */
	keepsOpen?: boolean;
	/**
	 * Called when the dialog has closed, and the focus is where it was before; at once where it
	 * stays open.
	 */
	choose: () => void;
}

export interface FinderGroup {
	/**
	 * Shown above its options, and their accessible name. Undefined where there is only one group.
	 */
	name?: string | undefined;
	options: readonly FinderOption[];
}

interface Props {
	title: string;
	query: string;
	onQuery: (query: string) => void;
	/** Whether the options are still those of another query: Enter then takes none of them. */
	isSearching?: boolean;
	groups: readonly FinderGroup[];
	/** In place of options that are not there. */
	note?: ReactNode;
	/** Called when it has closed, before what was chosen is done. */
	onClose: (hasChosen: boolean) => void;
}

export function FinderDialog({ title, query, onQuery, isSearching = false, groups, note, onClose }: Props) {
	const { t } = useLingui();
	const field = useRef<HTMLInputElement>(null);
	const chosen = useRef<FinderOption>(undefined);
	const listId = useId();
	const [active, setActive] = useState(0);
	const options = groups.flatMap((group) => group.options);
	const current = Math.max(0, Math.min(active, options.length - 1));
	const idOf = (option: FinderOption) => `${listId}-${option.key}`;
	const activeOption = options[current];
	const choose = (option: FinderOption | undefined): void => {
		if (!option) return;
		if (option.keepsOpen) {
			// A click has given the option the focus.
			field.current?.focus();
			return option.choose();
		}
		chosen.current = option;
		field.current?.closest('dialog')?.close();
	};
	return (
		<Dialog
			title={title}
			initialFocus={field}
			onClose={() => {
				onClose(chosen.current !== undefined);
				chosen.current?.choose();
			}}
		>
			<input
				ref={field}
				className={styles.field}
				type="search"
				role="combobox"
				aria-label={title}
				placeholder={t`Search`}
				aria-expanded={options.length > 0}
				aria-autocomplete="list"
				aria-controls={listId}
				aria-activedescendant={activeOption && idOf(activeOption)}
				autoComplete="off"
				value={query}
				onChange={({ target }) => {
					onQuery(target.value);
					setActive(0);
				}}
				onKeyDown={(event) => {
					if (event.nativeEvent.isComposing) return;
					const length = Math.max(1, options.length);
					if (event.key === 'ArrowDown') setActive((current + 1) % length);
					else if (event.key === 'ArrowUp') setActive((current - 1 + length) % length);
					else if (event.key !== 'Enter') return;
					else if (!isSearching) choose(activeOption);
					event.preventDefault();
				}}
			/>
			<div className={styles.results}>
				<div id={listId} role="listbox" aria-label={title} tabIndex={-1}>
					{groups.map(({ name, options: those }) => (
						<div key={name ?? ''} role="group" aria-label={name}>
							{name !== undefined && (
								<p className={styles.title} aria-hidden="true">
									{name}
								</p>
							)}
							{those.map((option) => (
								<ListOption
									key={option.key}
									id={idOf(option)}
									isActive={option === activeOption}
									onChoose={() => choose(option)}
								>
									{option.content}
								</ListOption>
							))}
						</div>
					))}
				</div>
				<div className={styles.note} role="status">
					{note}
				</div>
			</div>
		</Dialog>
	);
}
