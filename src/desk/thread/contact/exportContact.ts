import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { receiveFile, saveFile } from '#client/receiveFile.ts';
import { account, call } from '../../session/api.ts';
import { rereadMissing } from './contacts.ts';

/** In milliseconds, for an archive with many files, or a table of many contacts. */
const TIMEOUT = 600_000;
export const AS_FILE = { send: receiveFile, timeout: TIMEOUT };

/**
 * Saves everything of a contact as an archive on this device. A link would not do, since the server
 * refuses what comes with the desk's cookie alone. Rejects with a RequestError.
 */
export const exportContact = atom(null, async (get, set, id: number) => {
	const params = { ...account(get), id };
	const sent: Promise<unknown> = call(get, applicationRoutes.exportContact, { params }, AS_FILE);
	const archive = await rereadMissing(set, sent);
	saveFile(archive as Blob, `contact-${id}.zip`);
});
