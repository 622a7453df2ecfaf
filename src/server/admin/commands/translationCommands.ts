/**
 * Commands about a website's texts in other languages, such as `npm run admin --
 * export-translations`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { LOCALES } from '#protocol/base/locales.ts';
import { SettingError } from '../../base/settings.ts';
import { listTranslated } from '../../domain/translationFiles/translatedRecords.ts';
import {
	copyTranslations,
	takeTranslationFile,
	writeTranslations,
} from '../../domain/translationFiles/translationFile.ts';
import { type Command, command, findChannel, line, name } from './command.ts';

const locale = v.picklist(LOCALES, 'is no known locale');

export const translationCommands: Record<string, Command> = {
	'export-translations': command({
		usage: '--channel <website token> --locale <de> --file <texts.po>',
		options: v.object({ channel: name, locale, file: line }),
		async run(store, options) {
			const channel = await findChannel(store, options.channel);
			const text = writeTranslations(await listTranslated(store, channel), options.locale);
			useFile(() => writeFileSync(options.file, text));
			return `${options.file} has the texts of the channel, its campaigns and the canned responses with their translations into ${options.locale}.`;
		},
	}),

	'import-translations': command({
		usage: '--channel <website token> --file <texts.po> [--locale <de>]',
		options: v.object({ channel: name, locale: v.optional(locale), file: line }),
		run: (store, options) =>
			store.transaction(async (repositories) => {
				const channel = await findChannel(repositories, options.channel);
				const file = useFile(() => readFileSync(options.file, 'utf8'));
				const records = await listTranslated(repositories, channel);
				const taken = await takeTranslationFile(records, file, options.locale);
				return `Translations into ${taken.locale} that are taken: ${taken.count}`;
			}),
	}),

	'copy-translations': command({
		usage: '--channel <website token> --from <pt> --to <pt_BR>',
		options: v.object({ channel: name, from: locale, to: locale }),
		run: (store, options) =>
			store.transaction(async (repositories) => {
				const channel = await findChannel(repositories, options.channel);
				await copyTranslations(await listTranslated(repositories, channel), options.from, options.to);
				return `Where there was no translation into ${options.to}, there is that into ${options.from}.`;
			}),
	}),
};

function useFile<T>(use: () => T): T {
	try {
		return use();
	} catch (error) {
		throw new SettingError(`--file: ${error instanceof Error ? error.message : String(error)}`);
	}
}
