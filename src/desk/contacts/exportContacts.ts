import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { receiveFile, saveFile } from '#client/receiveFile.ts';
import { account, call } from '../session/api.ts';

/** Milliseconds for a list with many contacts. */
const TIMEOUT = 600_000;

/** Saves the contacts of the list as a table on this device. Rejects with a RequestError. */
export const exportContacts = atom(null, async (get) => {
	const options = { send: receiveFile, timeout: TIMEOUT };
	const table: unknown = await call(get, applicationRoutes.exportContacts, { params: account(get) }, options);
	saveFile(table as Blob, 'contacts.csv');
});
