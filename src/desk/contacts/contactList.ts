/** The list of contacts, as far as it has been read, and what is chosen of it. */
import { type Atom, atom, type Getter } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import {
	CONTACTS_PER_PAGE_MAX,
	DEFAULT_CONTACT_SORT,
	type ContactSort,
	type TeamContact,
} from '#protocol/application/contactRoutes.ts';
import { isAborted } from '#client/rest.ts';
import { account, call } from '../session/api.ts';

/** Which contacts the list shows, and in which order. */
export interface ContactView {
	/** Undefined: with any labels, and without. */
	label: string | undefined;
	/** Words that they have; blank for all contacts. */
	query: string;
	sort: ContactSort;
}

interface ContactList {
	contacts: readonly TeamContact[];
	/** How many there are in all; undefined until the first page has been read. */
	count: number | undefined;
	/** Where the next page begins: null after the last one, undefined before the first. */
	next: string | null | undefined;
	state: 'idle' | 'loading' | 'failed';
}

const privateViewAtom = atom<ContactView>({ label: undefined, query: '', sort: DEFAULT_CONTACT_SORT });
const privateListAtom = atom<ContactList>({ contacts: [], count: undefined, next: undefined, state: 'idle' });

export const contactViewAtom: Atom<ContactView> = privateViewAtom;

/** While the first page of another view is read, it has the contacts of the one before. */
export const contactListAtom: Atom<ContactList> = privateListAtom;

/** Shows another list. What is not named stays as it is. */
export const chooseContacts = atom(null, (get, set, change: Partial<ContactView>) => {
	set(privateViewAtom, { ...get(privateViewAtom), ...change });
	return set(reloadContacts);
});

/** Reads the list from its beginning. Never rejects. */
export const reloadContacts = atom(null, (get, set) => {
	set(privateListAtom, { ...get(privateListAtom), next: undefined, state: 'idle' });
	return set(loadMoreContacts);
});

/** Reads the next page, if there is one. Never rejects: the list says that it failed. */
export const loadMoreContacts = atom(null, async (get, set) => {
	const before = get(privateListAtom);
	const view = get(privateViewAtom);
	if (before.state === 'loading' || before.next === null) return;
	const loading: ContactList = { ...before, state: 'loading' };
	set(privateListAtom, loading);
	const update = (change: Partial<ContactList>): void => {
		const now = get(privateListAtom);
		// Otherwise another list has been chosen since.
		if (now.state === 'loading' && now.next === loading.next && view === get(privateViewAtom))
			set(privateListAtom, { ...now, state: 'idle', ...change });
	};
	try {
		const { meta, payload } = await readPage(get, view, before.next);
		const known = before.next === undefined ? [] : get(privateListAtom).contacts;
		update({
			contacts: [...known, ...payload],
			next: meta.next_cursor,
			...(meta.count !== undefined && { count: meta.count }),
		});
	} catch (error) {
		if (!isAborted(error)) update({ state: 'failed' });
	}
});

function readPage(get: Getter, { label, query: q, sort }: ContactView, cursor: string | undefined) {
	const query = {
		sort,
		per_page: CONTACTS_PER_PAGE_MAX,
		include_contact_inboxes: false,
		...(label !== undefined && { labels: label }),
		...(cursor !== undefined && { cursor }),
	};
	const params = account(get);
	return q.trim() === ''
		? call(get, applicationRoutes.listContacts, { params, query })
		: call(get, applicationRoutes.findContacts, { params, query: { ...query, q } });
}

/** Takes over what has been read of a contact since. */
export const keepContact = atom(null, (get, set, contact: TeamContact) => {
	const list = get(privateListAtom);
	const contacts = list.contacts.map((known) => (known.id === contact.id ? contact : known));
	set(privateListAtom, { ...list, contacts });
});

/** Takes a contact that is no more out of the list. */
export const dropContact = atom(null, (get, set, id: number) => {
	const list = get(privateListAtom);
	const contacts = list.contacts.filter((known) => known.id !== id);
	if (contacts.length === list.contacts.length) return;
	set(privateListAtom, { ...list, contacts, count: list.count === undefined ? undefined : list.count - 1 });
});
