import { Trans } from '@lingui/react/macro';
import { useCallback, type ReactNode } from 'react';
import { settingsHref } from '../../common/route.ts';
import { WaitingNote } from '../../common/WaitingNote.tsx';
import { ReloadContext } from '../../form/reload.ts';
import styles from './Collection.module.css';
import { Item, ItemList } from './ItemList.tsx';
import { SettingsPage } from './SettingsPage.tsx';
import { useFresh } from '../../common/useFresh.ts';

interface Facts<T> {
	/** The list's address within the settings. */
	base: readonly string[];
	/** What follows it in the address: nothing, `new`, or an item's id. */
	path: readonly string[];
	title: ReactNode;
	lead?: ReactNode;
	/** Links to lists that belong together with this one. */
	nav?: ReactNode;
	/** Whether the agent may add items. */
	canAdd?: boolean;
	/** What stands in place of an empty list. */
	empty?: ReactNode;
	/** What an item is for, where there is none yet. */
	example?: ReactNode;
	load: () => Promise<readonly T[]>;
	/**
	 * Loads the item of a page alone, where a list is large; undefined where it is no longer there.
	 */
	loadItem?: (id: string) => Promise<T | undefined>;
	idOf: (item: T) => string | number;
	/** The page of an item, or of a new one. */
	renderPage: (item: T | undefined) => ReactNode;
}

export interface Row {
	title: ReactNode;
	details?: ReactNode;
	mark?: ReactNode;
	action?: ReactNode;
}

type Props<T> = Facts<T> &
	(
		| {
				/** How the list shows an item. */
				renderRow: (item: T) => Row;
		  }
		| {
				/** The list itself, where its rows are not all alike. */
				renderList: (items: readonly T[]) => ReactNode;
		  }
	);

/** A list whose items are pages of their own, where they are changed and deleted. */
export function Collection<T>(props: Props<T>) {
	const { base, path, title, lead, nav, canAdd = true, empty, example, load, loadItem, idOf, renderPage } = props;
	const [id] = path;
	const isNew = id === 'new' && canAdd;
	const loadAlone = useCallback(async () => {
		const item = id === undefined ? undefined : await loadItem?.(id);
		return item === undefined ? [] : [item];
	}, [loadItem, id]);
	const isAlone = loadItem !== undefined && id !== undefined;
	const list = useFresh(isAlone ? undefined : load, id);
	const alone = useFresh(isAlone && !isNew ? loadAlone : undefined, id);
	if (isNew) return renderPage(undefined);
	const { value: items, isFresh, ...progress } = isAlone ? alone : list;
	// A page begins with what the server has now, since its form sends back all that it shows.
	if (!items || (id !== undefined && !isFresh)) return <WaitingNote {...progress} />;
	if (id !== undefined) {
		const item = items.find((one) => String(idOf(one)) === id);
		if (item === undefined) return <Missing href={settingsHref(...base)} />;
		return (
			<ReloadContext value={progress.retry}>
				<div key={id}>{renderPage(item)}</div>
			</ReloadContext>
		);
	}
	const addLink = canAdd && (
		<a className={styles.add} href={settingsHref(...base, 'new')}>
			<Trans>Add</Trans>
		</a>
	);
	return (
		<SettingsPage title={title} lead={lead} action={addLink}>
			{nav}
			{items.length === 0 ? (
				<div className={styles.empty}>
					<p>{empty ?? <Trans>Nothing here yet.</Trans>}</p>
					{example && <p className={styles.example}>{example}</p>}
				</div>
			) : 'renderList' in props ? (
				props.renderList(items)
			) : (
				<ItemList>
					{items.map((item) => (
						<Item key={idOf(item)} {...props.renderRow(item)} href={settingsHref(...base, idOf(item))} />
					))}
				</ItemList>
			)}
		</SettingsPage>
	);
}

/** An address of something that has been deleted. */
function Missing({ href }: { href: string }) {
	return (
		<p className={styles.empty}>
			<Trans>This is no longer here.</Trans>{' '}
			<a href={href}>
				<Trans>Back</Trans>
			</a>
		</p>
	);
}
