import { atom, type Getter, type Setter } from 'jotai/vanilla';
import { isAborted } from '#client/rest.ts';

/** Time between two readings, in milliseconds. */
export const PACE = 2_000;

/**
 * An action that reads at once, but no more often than each `PACE`: a busy team makes many changes.
 * Asked for sooner, it reads once more when the time is over. It never rejects: the next change has
 * it read again.
 *
 * @param failure what the console is told where the reading fails
 */
export function createPaced(read: (get: Getter, set: Setter) => Promise<void>, failure: string) {
	/** Present for `PACE` after each reading: true once something has changed since then. */
	const isOutdatedAtom = atom<boolean>();
	return atom(null, async (get, set): Promise<void> => {
		if (get(isOutdatedAtom) !== undefined) return set(isOutdatedAtom, true);
		do {
			set(isOutdatedAtom, false);
			try {
				await read(get, set);
			} catch (error) {
				if (!isAborted(error)) console.debug(failure, error);
			}
			await new Promise((resolve) => setTimeout(resolve, PACE));
		} while (get(isOutdatedAtom));
		set(isOutdatedAtom, undefined);
	});
}
