import { useSetAtom } from 'jotai/react';
import type { WritableAtom } from 'jotai/vanilla';
import type { ReactNode } from 'react';
import { Collection, type Row } from './Collection.tsx';

interface Facts<T> {
	/** The list's address within the settings. */
	slug: string;
	title: ReactNode;
	lead: ReactNode;
	/** What an item is for, where there is none yet. */
	example?: ReactNode;
	load: WritableAtom<null, [], Promise<readonly T[]>>;
	renderRow: (item: T) => Row;
	/** The page of an item, or of a new one. */
	renderPage: (item: T | undefined) => ReactNode;
}

/** A section of the settings that is one list. */
export function createCollectionView<T extends { id: number }>({ slug, load, ...facts }: Facts<T>) {
	return function CollectionView({ path }: { path: readonly string[] }) {
		return <Collection base={[slug]} path={path} load={useSetAtom(load)} idOf={({ id }) => id} {...facts} />;
	};
}
