import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { receiveFile, saveFile } from '#client/receiveFile.ts';
import { account, call } from '../../session/api.ts';

/** Milliseconds for an archive with many files. */
const TIMEOUT = 600_000;

/**
 * Saves everything of a contact as an archive on this device. A link would not do, since the server
 * refuses what comes with the desk's cookie alone. Rejects with a RequestError.
 */
export const exportContact = atom(null, async (get, _set, id: number) => {
	const options = { send: receiveFile, timeout: TIMEOUT };
	const archive: unknown = await call(
		get,
		applicationRoutes.exportContact,
		{ params: { ...account(get), id } },
		options,
	);
	saveFile(archive as Blob, `contact-${id}.zip`);
});
