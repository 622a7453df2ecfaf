/** A website's texts in another language as files for translators. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';
import { languageTag, type Locale } from '#protocol/base/locales.ts';
import { receiveFile, saveFile } from '#client/receiveFile.ts';
import { account, call } from '../../session/api.ts';

/** Saves the file on this device. Rejects with a RequestError. */
export const exportTranslations = atom(
	null,
	async (get, _set, { id, website_token }: Pick<TeamInbox, 'id' | 'website_token'>, locale: Locale) => {
		const input = { params: { ...account(get), id }, query: { locale } };
		const file: unknown = await call(get, applicationRoutes.exportTranslations, input, { send: receiveFile });
		saveFile(file as Blob, `${website_token}-${languageTag(locale)}.po`);
	},
);

/** Resolves with the website as it is then. Rejects with a RequestError. */
export const importTranslations = atom(null, async (get, _set, id: number, locale: Locale, file: File) =>
	call(get, applicationRoutes.importTranslations, {
		params: { ...account(get), id },
		body: { file: await file.text(), locale },
	}),
);
