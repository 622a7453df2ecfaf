import { atom, type Getter, type PrimitiveAtom } from 'jotai/vanilla';
import { visitSignalAtom } from './session.ts';

interface Kept<T> {
	visit: AbortSignal;
	value: T;
}

/**
 * State that belongs to one visitor: it is `initial` again as soon as another user, or an anonymous
 * visitor, takes over. A response for the earlier visitor cannot change it, since the call rejects
 * (`callAsVisitor`).
 */
export function atomPerVisit<T>(initial: T) {
	const keptAtom: PrimitiveAtom<Kept<T> | undefined> = atom<Kept<T>>();
	const read = (get: Getter): T => {
		const kept = get(keptAtom);
		return kept?.visit === get(visitSignalAtom) ? kept.value : initial;
	};
	return atom(read, (get, set, change: (value: T) => T) =>
		set(keptAtom, { visit: get(visitSignalAtom), value: change(read(get)) }),
	);
}
