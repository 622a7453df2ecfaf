/**
 * Commands about the texts that agents insert by a short code, such as `npm run admin --
 * create-canned-response`.
 */
import * as v from 'valibot';
import { cannedContent, shortCode } from '#protocol/application/cannedResponseRoutes.ts';
import { TranslationsChange } from '#protocol/entities/translations.ts';
import {
	changeCannedResponse,
	createCannedResponse,
	deleteCannedResponse,
} from '../../domain/labels/editCannedResponse.ts';
import type { CannedResponseRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { SettingError } from '../../base/settings.ts';
import { type Command, command, findAccountId } from './command.ts';
import { readJson } from './readJson.ts';

const translations = v.optional(v.string());

export const cannedResponseCommands: Record<string, Command> = {
	'create-canned-response': command({
		usage: '--short-code <code> --content <text> [--translations <file.json>]',
		options: v.object({ 'short-code': shortCode, content: cannedContent, translations }),
		run: (store, options) =>
			store.transaction(async (repositories) => {
				const created = await createCannedResponse(repositories, await findAccountId(repositories), {
					short_code: options['short-code'],
					content: options.content,
					translations: readJson('translations', options.translations, TranslationsChange),
				});
				return `Agents insert it by /${created.short_code}.`;
			}),
	}),

	'list-canned-responses': command({
		usage: '',
		options: v.object({}),
		async run(store) {
			const responses = await store.cannedResponses.list(await findAccountId(store));
			const lines = responses.map(({ short_code, content }) => `${short_code}  ${content.replaceAll(/\s+/g, ' ')}`);
			return lines.join('\n') || 'There are no canned responses.';
		},
	}),

	'set-canned-response': command({
		usage: '--short-code <code> [--new-short-code <code>] [--content <text>] [--translations <file.json>]',
		options: v.object({
			'short-code': shortCode,
			'new-short-code': v.optional(shortCode),
			content: v.optional(cannedContent),
			translations,
		}),
		run: (store, options) =>
			store.transaction(async (repositories) => {
				const response = await findCannedResponse(repositories, options['short-code']);
				const changed = await changeCannedResponse(repositories, response, {
					short_code: options['new-short-code'],
					content: options.content,
					translations: readJson('translations', options.translations, TranslationsChange),
				});
				return `The canned response ${changed.short_code} is changed.`;
			}),
	}),

	'delete-canned-response': command({
		usage: '--short-code <code>',
		options: v.object({ 'short-code': shortCode }),
		run: (store, options) =>
			store.transaction(async (repositories) => {
				await deleteCannedResponse(repositories, await findCannedResponse(repositories, options['short-code']));
				return `The canned response ${options['short-code']} is deleted.`;
			}),
	}),
};

async function findCannedResponse(store: Repositories, code: string): Promise<CannedResponseRow> {
	const found = await store.cannedResponses.findByShortCode(await findAccountId(store), code);
	if (!found) throw new SettingError(`There is no canned response ${code}: see list-canned-responses`);
	return found;
}
