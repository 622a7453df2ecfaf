/**
 * Commands about a website's texts in other languages, such as `npm run admin --
 * export-translations`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { LOCALES } from '#protocol/base/locales.ts';
import { SettingError } from '../../base/settings.ts';
import { changeChannel } from '../../domain/websites/editChannel.ts';
import { copyOf, readTranslations, writeTranslations } from '../../domain/translations/translationFile.ts';
import { type Command, command, findChannel, line, name } from './command.ts';

const locale = v.picklist(LOCALES, 'is no known locale');

export const translationCommands: Record<string, Command> = {
	'export-translations': command({
		usage: '--channel <website token> --locale <de> --file <texts.po>',
		options: v.object({ channel: name, locale, file: line }),
		async run(store, options) {
			const text = writeTranslations(await findChannel(store, options.channel), options.locale);
			useFile(() => writeFileSync(options.file, text));
			return `${options.file} has the texts of the channel with their translations into ${options.locale}.`;
		},
	}),

	'import-translations': command({
		usage: '--channel <website token> --file <texts.po> [--locale <de>]',
		options: v.object({ channel: name, locale: v.optional(locale), file: line }),
		run: (store, options) =>
			store.transaction(async (repositories) => {
				const channel = await findChannel(repositories, options.channel);
				const file = useFile(() => readFileSync(options.file, 'utf8'));
				const translations = readTranslations(channel, file, options.locale);
				await changeChannel(repositories, channel, { translations });
				const [[taken, texts] = ['', {}]] = Object.entries(translations);
				return `Translations into ${taken} that are taken: ${Object.keys(texts).length}`;
			}),
	}),

	'copy-translations': command({
		usage: '--channel <website token> --from <pt> --to <pt_BR>',
		options: v.object({ channel: name, from: locale, to: locale }),
		run: (store, options) =>
			store.transaction(async (repositories) => {
				const channel = await findChannel(repositories, options.channel);
				const translations = copyOf(channel.inbox.translations, options.from, options.to);
				await changeChannel(repositories, channel, { translations });
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
