/**
 * State that is kept on the device: it survives a reload, and is the same in all windows of one
 * user.
 */
import { type Atom, atom } from 'jotai/vanilla';
import * as v from 'valibot';
import { readStored, removeStored, watchStored, writeStored } from '#client/storage.ts';

/**
 * State under the storage key in `keyAtom`. `empty` itself is not stored; it is the value where
 * nothing is stored, or what is stored does not match `schema`. `resume` reads what is stored,
 * `write` stores a new value, and `follow` takes over what other windows write and returns the
 * undo. `encode` makes of a value what the schema reads, where that is something else.
 */
export function createPersisted<T>(
	keyAtom: Atom<string>,
	schema: v.GenericSchema<unknown, T>,
	empty: T,
	encode: (value: T) => unknown = (value) => value,
) {
	const writableAtom = atom(empty);
	const valueAtom: Atom<T> = writableAtom;

	const resume = atom(null, (get, set) => {
		const stored = v.safeParse(schema, readStored(get(keyAtom)));
		set(writableAtom, stored.success ? stored.output : empty);
	});

	const follow = atom(null, (get, set) => watchStored(get(keyAtom), () => set(resume)));

	const write = atom(null, (get, set, value: T) => {
		set(writableAtom, value);
		if (value === empty) removeStored(get(keyAtom));
		else writeStored(get(keyAtom), encode(value));
	});

	return { valueAtom, resume, follow, write };
}
