/** The view that the agent has chosen. It is kept on the device, for each agent. */
import { type Atom, atom } from 'jotai/vanilla';
import type { Profile } from '#protocol/entities/entities.ts';
import { createPersisted } from '#models/persisted.ts';
import { DEFAULT_VIEW, View } from './view.ts';

const keyAtom = atom('');
const chosen = createPersisted(keyAtom, View, DEFAULT_VIEW);

/** Each window has its own, until it is loaded again. */
export const viewAtom: Atom<View> = chosen.valueAtom;

export const writeView = chosen.write;

/** Restores what this agent has chosen on this device. */
export const openView = atom(null, (_get, set, { id, account_id }: Profile) => {
	set(keyAtom, `view:desk:${account_id}:${id}`);
	set(chosen.resume);
});
