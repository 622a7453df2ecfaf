import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { saveFile } from '#client/receiveFile.ts';
import { account, call } from '../session/api.ts';
import { AS_FILE } from '../thread/contact/exportContact.ts';
import { contactViewAtom, readFilter } from './contactList.ts';

/** Saves the contacts of the list as a table on this device. Rejects with a RequestError. */
export const exportContacts = atom(null, async (get, set) => {
	const { label, query: q } = get(contactViewAtom);
	const body = { ...(await set(readFilter)), ...(label !== undefined && { label }), q };
	const table: unknown = await call(get, applicationRoutes.exportContacts, { params: account(get), body }, AS_FILE);
	saveFile(table as Blob, 'contacts.csv');
});
