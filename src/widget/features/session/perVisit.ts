import { atom, type Getter, type PrimitiveAtom } from 'jotai/vanilla';
import { visitAtom } from './session.ts';

/**
 * State that belongs to one visitor: it reads as `initial` again the moment that another user, or nobody, is in session.
 * An answer that was under way meanwhile is kept out by writing with `visit`, the visit in which the call began.
 */
export function atomPerVisit<T>(initial: T) {
	const keptAtom: PrimitiveAtom<{ visit: number; value: T } | undefined> = atom<{ visit: number; value: T }>();
	const read = (get: Getter): T => {
		const kept = get(keptAtom);
		return kept?.visit === get(visitAtom) ? kept.value : initial;
	};
	return atom(read, (get, set, change: (value: T) => T, visit: number = get(visitAtom)) => {
		if (visit === get(visitAtom)) set(keptAtom, { visit, value: change(read(get)) });
	});
}
