/**
 * The address's fragment names the conversation that is shown, so that links, the back button and
 * reloads work by themselves.
 */
import { atom } from 'jotai/vanilla';
import { leaveForm } from './leaving.ts';
import type { Store } from './store.ts';

const CONVERSATION = /^#\/conversations\/(\d+)$/;
const SETUP = /^#setup=([\w-]+)$/;
const CONTACTS = /^#\/contacts(?:\/(\d+))?$/;
const SETTINGS = /^#\/settings(?:\/(.*))?$/;

const fragmentAtom = atom('');

/** Display id of the conversation that is shown, or undefined while only the list is. */
export const selectedIdAtom = atom((get) => idIn(get(fragmentAtom)));

/** Whether the address names this conversation, which the desk shows a moment later. */
export function isAddressed(id: number): boolean {
	return idIn(location.hash) === id;
}

function idIn(fragment: string): number | undefined {
	const id = CONVERSATION.exec(fragment)?.[1];
	return id === undefined ? undefined : Number(id);
}

export function conversationHref(id: number): string {
	return `#/conversations/${id}`;
}

export const LIST_HREF = '#/';

/** The token of the link by which the first administrator sets the server up. */
export const setupTokenAtom = atom((get) => SETUP.exec(get(fragmentAtom))?.[1]);

/** What follows `#/settings/` in the address; undefined outside of the settings. */
export const settingsPathAtom = atom((get) => {
	const settings = SETTINGS.exec(get(fragmentAtom));
	return settings ? (settings[1] ?? '').split('/').filter(Boolean) : undefined;
});

export const REPORTS_HREF = '#/reports';

export const CONTACTS_HREF = '#/contacts';

export function contactHref(id: number): string {
	return `${CONTACTS_HREF}/${id}`;
}

/** The contact that is shown, or undefined while their list is. */
export const contactIdAtom = atom((get) => {
	const id = CONTACTS.exec(get(fragmentAtom))?.[1];
	return id === undefined ? undefined : Number(id);
});

/** Which part of the desk is shown. */
export const placeAtom = atom((get): 'conversations' | 'contacts' | 'reports' | 'settings' => {
	if (get(settingsPathAtom)) return 'settings';
	if (CONTACTS.test(get(fragmentAtom))) return 'contacts';
	return get(fragmentAtom) === REPORTS_HREF ? 'reports' : 'conversations';
});

export function settingsHref(...path: readonly (string | number)[]): string {
	return ['#/settings', ...path].join('/');
}

/** Follows the address from now on; returns the undo. */
export function connectAddress(store: Store): () => void {
	const follow = (): void => {
		const shown = store.get(fragmentAtom);
		const { hash } = location;
		store.set(
			leaveForm,
			hash === shown
				? undefined
				: {
						leave: () => store.set(fragmentAtom, hash),
						stay: () => history.replaceState(null, '', shown || location.pathname + location.search),
					},
		);
	};
	follow();
	addEventListener('hashchange', follow);
	return () => removeEventListener('hashchange', follow);
}
