/** The list of contacts, as far as it has been read, and what is chosen of it. */
import { type Atom, atom, type Getter } from 'jotai/vanilla';
import * as v from 'valibot';
import { createPersisted } from '#models/persisted.ts';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import {
	CONTACT_SORTS,
	CONTACTS_PER_PAGE_MAX,
	DEFAULT_CONTACT_SORT,
	type TeamContact,
} from '#protocol/application/contactRoutes.ts';
import { type FilterBody, filterBody } from '#protocol/application/filters/conditions.ts';
import { saveFile } from '#client/receiveFile.ts';
import { isAborted } from '#client/rest.ts';
import { isRefused } from '../conversations/conversations.ts';
import { showFilter } from '../filters/savedFilters.ts';
import { account, call } from '../session/api.ts';
import { agentAtom } from '../session/session.ts';
import { AS_FILE } from '../thread/contact/exportContact.ts';

/** Which contacts the list shows, and in which order. */
const ContactView = v.object({
	/** Undefined: with any labels, and without. */
	label: v.optional(v.string()),
	/** Words that they have; blank for all contacts. */
	query: v.optional(v.string(), ''),
	sort: v.picklist(CONTACT_SORTS),
	/** What a filter asks that is not kept by name. */
	conditions: v.optional(filterBody.entries.payload),
	/** The segment that chooses them, in place of such a filter. */
	segmentId: v.optional(v.number()),
});
export type ContactView = v.InferOutput<typeof ContactView>;

interface ContactList {
	contacts: readonly TeamContact[];
	/** How many there are in all; undefined until the first page has been read. */
	count: number | undefined;
	/** Where the next page begins: null after the last one, undefined before the first. */
	next: string | null | undefined;
	state: 'idle' | 'loading' | 'failed';
}

const keyAtom = atom((get) => {
	const { account_id, id } = get(agentAtom) ?? {};
	return `contacts:desk:${account_id}:${id}`;
});
const chosen = createPersisted(keyAtom, ContactView, { query: '', sort: DEFAULT_CONTACT_SORT }, (view) => ({
	...view,
	query: '',
}));
const hasOpenedAtom = atom(false);
/** What is being read, if it is not outdated. */
const readingAtom = atom<object>();
const privateListAtom = atom<ContactList>({ contacts: [], count: undefined, next: undefined, state: 'idle' });

/** It is kept on the device, for each agent, but for the words. */
export const contactViewAtom: Atom<ContactView> = chosen.valueAtom;

/** While the first page of another view is read, it has the contacts of the one before. */
export const contactListAtom: Atom<ContactList> = privateListAtom;

/** Shows another list. What is not named stays as it is. */
export const chooseContacts = atom(null, (get, set, change: Partial<ContactView>) => {
	set(chosen.write, { ...get(contactViewAtom), ...change });
	return set(reloadContacts);
});

/** Shows what this agent has chosen. Each window has its own, until it is loaded again. */
export const openContacts = atom(null, (get, set) => {
	if (!get(hasOpenedAtom)) set(chosen.resume);
	set(hasOpenedAtom, true);
	return set(reloadContacts);
});

/** Reads the list from its beginning. Never rejects. */
export const reloadContacts = atom(null, (get, set) => {
	set(readingAtom, undefined);
	set(privateListAtom, { ...get(privateListAtom), next: undefined, state: 'idle' });
	return set(loadMoreContacts);
});

/** Reads the next page, if there is one. Never rejects: the list says that it failed. */
export const loadMoreContacts = atom(null, async (get, set) => {
	const before = get(privateListAtom);
	const view = get(contactViewAtom);
	if (before.state === 'loading' || before.next === null) return;
	const reading = {};
	set(readingAtom, reading);
	set(privateListAtom, { ...before, state: 'loading' });
	// Otherwise the list has been begun again since, or another one was chosen.
	const isCurrent = () => get(readingAtom) === reading;
	const update = (change: Partial<ContactList>): void => {
		if (isCurrent()) set(privateListAtom, { ...get(privateListAtom), state: 'idle', ...change });
	};
	try {
		// What it asks may have been changed since.
		const body = await set(readFilter);
		const { meta, payload } = await readPage(get, view, body, before.next);
		const known = before.next === undefined ? [] : get(privateListAtom).contacts;
		update({
			contacts: [...known, ...payload],
			next: meta.next_cursor,
			...(meta.count !== undefined && { count: meta.count }),
		});
	} catch (error) {
		// It was deleted.
		if (view.segmentId !== undefined && isRefused(error, 404) && isCurrent())
			void set(chooseContacts, { segmentId: undefined });
		else if (!isAborted(error)) update({ state: 'failed' });
	}
});

/**
 * What the filter or segment asks that is shown; undefined for none. Rejects with a RequestError.
 */
const readFilter = atom(null, async (get, set): Promise<FilterBody | undefined> => {
	const { conditions, segmentId } = get(contactViewAtom);
	// Of another program's filter the server judges.
	if (segmentId !== undefined) return (await set(showFilter, segmentId)).query as FilterBody;
	return conditions && { payload: conditions };
});

/** Saves the contacts of the list as a table on this device. Rejects with a RequestError. */
export const exportContacts = atom(null, async (get, set) => {
	const { label, query: q } = get(contactViewAtom);
	const body = { ...(await set(readFilter)), ...(label !== undefined && { label }), q };
	const table: unknown = await call(get, applicationRoutes.exportContacts, { params: account(get), body }, AS_FILE);
	saveFile(table as Blob, 'contacts.csv');
});

function readPage(
	get: Getter,
	{ label, query: q, sort }: ContactView,
	body: FilterBody | undefined,
	cursor: string | undefined,
) {
	const query = {
		sort,
		per_page: CONTACTS_PER_PAGE_MAX,
		include_contact_inboxes: false,
		...(label !== undefined && { labels: label }),
		...(cursor !== undefined && { cursor }),
	};
	const params = account(get);
	if (body) return call(get, applicationRoutes.filterContacts, { params, query: { ...query, q }, body });
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
