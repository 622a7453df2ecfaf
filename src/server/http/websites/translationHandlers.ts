/**
 * A website's texts in other languages, as files for translators (docs/application-api.md,
 * Inboxes).
 */
import type { translationRoutes } from '#protocol/application/translationRoutes.ts';
import { listTranslated, type TranslatedRecord } from '../../domain/translationFiles/translatedRecords.ts';
import {
	copyTranslations,
	nameOfFile,
	takeTranslationFile,
	writeTranslations,
} from '../../domain/translationFiles/translationFile.ts';
import { contentDisposition } from '../../files/fileName.ts';
import { presentInbox } from '../../present/inbox.ts';
import { createAccountChanger, type Services } from '../../services/services.ts';
import type { Channel } from '../../store/websites/channels.ts';
import type { Repositories } from '../../store/store.ts';
import type { Callers } from '../routing/guard.ts';
import { requireInbox } from '../routing/guard.ts';
import { publicOrigin } from '../routing/publicOrigin.ts';
import type { Handlers } from '../routing/registerRoutes.ts';

export function translationHandlers(services: Services): Handlers<typeof translationRoutes> {
	const change = createAccountChanger(services, 'inbox');

	const changeTexts = async (
		{ account, member }: Callers['administrator'],
		inboxId: number,
		origin: string,
		work: (records: readonly TranslatedRecord[]) => Promise<unknown>,
	) =>
		change(account.id, async (repositories) => {
			await work(await listTranslated(repositories, await find(repositories, account.id, inboxId)));
			return presentInbox(await repositories.channels.find(inboxId), member, origin);
		});

	return {
		async exportTranslations({ account, params, query, reply }) {
			const channel = await find(services.store, account.id, params.id);
			const name = nameOfFile(channel.widget.website_token, query.locale);
			reply.header('Content-Disposition', contentDisposition('attachment', name));
			return piecesOf(writeTranslations(await listTranslated(services.store, channel), query.locale));
		},

		importTranslations: ({ params, body, http, ...caller }) =>
			changeTexts(caller, params.id, publicOrigin(services, http), (records) =>
				takeTranslationFile(records, body.file, body.locale),
			),

		copyTranslations: ({ params, body, http, ...caller }) =>
			changeTexts(caller, params.id, publicOrigin(services, http), (records) =>
				copyTranslations(records, body.from, body.to),
			),
	};
}

async function find(repositories: Repositories, accountId: number, inboxId: number): Promise<Channel> {
	await requireInbox(repositories, accountId, inboxId);
	return repositories.channels.find(inboxId);
}

async function* piecesOf(text: string): AsyncGenerator<string> {
	yield text;
}
