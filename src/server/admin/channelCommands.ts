/** Commands about websites with a widget, such as `npm run admin -- create-channel`. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { FILE_SIZE_MAX, MEGABYTE } from '#protocol/attachments.ts';
import { FEATURES, PreChatFormOptions, REPLY_TIMES, type WorkingHours } from '#protocol/channel.ts';
import { embedCode } from '#protocol/embedCode.ts';
import { LOCALES } from '#protocol/locales.ts';
import { type Command, command, findAccountId, findAgent, findChannel, given, line, name, onOrOff } from './command.ts';
import { chooseLocale } from '../language/translate.ts';
import { Hours } from './readHours.ts';
import { findBot } from './receiverCommands.ts';
import { isTimeZone } from '#protocol/timeZone.ts';
import { createChannel, standardForm } from '../domain/team.ts';
import { SettingError } from '../base/settings.ts';
import type { Channel } from '../store/channels.ts';
import type { Repositories } from '../store/store.ts';

const domain = v.pipe(v.string(), v.regex(/^(https?:\/\/)?(\*\.)?[\w.-]+(:\d+)?$/, 'is no domain'));
/** A line of text, or `none`. */
const lineOrNone = v.optional(line);

async function findAgentIds(store: Repositories, addresses: readonly string[]): Promise<number[]> {
	const named = addresses.filter((address) => address !== 'none');
	return Promise.all(named.map(async (address) => (await findAgent(store, address)).id));
}

export const channelCommands: Record<string, Command> = {
	'create-channel': command({
		usage:
			'--name <website> [--locale en] [--welcome-title <text>] [--welcome-tagline <text>] [--allowed-domain <domain>]… [--agent <address>|none]…',
		options: v.object({
			name,
			locale: v.optional(v.picklist(LOCALES, 'is no known locale')),
			'welcome-title': v.optional(v.string()),
			'welcome-tagline': v.optional(v.string()),
			'allowed-domain': v.optional(v.array(domain)),
			agent: v.optional(v.array(line)),
		}),
		async run(store, options, defaultOrigin) {
			const { websiteToken } = await store.transaction(async (repositories) =>
				createChannel(repositories, {
					accountId: await findAccountId(repositories),
					...(options.agent ? { userIds: await findAgentIds(repositories, options.agent) } : {}),
					name: options.name,
					...(options.locale ? { locale: options.locale } : {}),
					...(options['welcome-title'] ? { welcomeTitle: options['welcome-title'] } : {}),
					...(options['welcome-tagline'] ? { welcomeTagline: options['welcome-tagline'] } : {}),
					...(options['allowed-domain'] ? { allowedDomains: options['allowed-domain'] } : {}),
				}),
			);
			return `Put this into the pages of ${options.name}:\n${embedCode({ websiteToken, baseUrl: defaultOrigin })}`;
		},
	}),

	'identity-key': command({
		usage: '--channel <website token>',
		options: v.object({ channel: name }),
		async run(store, options) {
			const channel = await findChannel(store, options.channel);
			return `With this key anyone can act as any user of ${channel.inbox.name}; keep it on the site's server. identifier_hash is the
lower-case hex HMAC-SHA256 of the identifier under it:
  ${channel.widget.hmac_token}`;
		},
	}),

	'set-channel': command({
		usage:
			'--channel <website token> [--name <website>] [--welcome-title <text>|none] [--welcome-tagline <text>|none] [--color <#rrggbb>] [--avatar <https://…>|none] [--launcher-title <text>|none] [--locale en] [--branding on|off] [--allowed-domain <domain>|any]… [--identity-check on|off] [--csat on|off] [--email-collect on|off] [--messages-after-resolved on|off] [--feature <name>|none]… [--file-type <type>|any]… [--file-size <megabytes>] [--bot <name>|none] [--working-hours on|off] [--hours <mon-fri 09:00-17:00>]… [--time-zone <Europe/Berlin>] [--reply-time <name>] [--out-of-office <text>|none] [--greeting <text>|none] [--pre-chat on|off] [--pre-chat-form <file.json>]',
		options: v.object({
			channel: name,
			name: v.optional(line),
			'welcome-title': lineOrNone,
			'welcome-tagline': lineOrNone,
			color: v.optional(v.pipe(v.string(), v.hexColor('is no colour such as #2f5d62'))),
			avatar: v.optional(
				v.union(
					[v.literal('none'), v.pipe(v.string(), v.regex(/^https?:\/\//, 'is no address'), v.url('is no address'))],
					'is no address',
				),
			),
			'launcher-title': lineOrNone,
			locale: v.optional(v.picklist(LOCALES, 'is no known locale')),
			branding: onOrOff,
			'allowed-domain': v.optional(v.array(v.union([v.literal('any'), domain], 'is no domain'))),
			'identity-check': onOrOff,
			csat: onOrOff,
			'email-collect': onOrOff,
			'messages-after-resolved': onOrOff,
			feature: v.optional(v.array(v.picklist([...FEATURES, 'none'], `must be none or of ${FEATURES.join(', ')}`))),
			'file-type': v.optional(
				v.array(v.pipe(v.string(), v.regex(/^(any|[\w.+-]+\/([\w.+-]+|\*))$/, 'is no MIME type'))),
			),
			'file-size': v.optional(
				v.pipe(
					v.string(),
					v.transform(Number),
					v.number('is no number'),
					v.minValue(0, 'must not be negative'),
					v.maxValue(FILE_SIZE_MAX / MEGABYTE, `must be at most ${FILE_SIZE_MAX / MEGABYTE}`),
				),
			),
			bot: v.optional(v.string()),
			'working-hours': onOrOff,
			hours: v.optional(v.array(Hours)),
			'time-zone': v.optional(v.pipe(v.string(), v.check(isTimeZone, 'is no time zone'))),
			'reply-time': v.optional(v.picklist(REPLY_TIMES, `must be one of ${REPLY_TIMES.join(', ')}`)),
			'out-of-office': v.optional(v.pipe(v.string(), v.maxLength(10_000, 'is too long'))),
			greeting: v.optional(v.pipe(v.string(), v.maxLength(10_000, 'is too long'))),
			'pre-chat': onOrOff,
			'pre-chat-form': v.optional(v.string()),
		}),
		async run(store, options) {
			const channel = await findChannel(store, options.channel);
			const { feature, 'file-type': types, 'file-size': megabytes, 'allowed-domain': domains } = options;
			await store.channels.update(channel.inbox.id, {
				inbox: {
					...given('name', options.name),
					...given('avatar_url', options.avatar === 'none' ? '' : options.avatar),
					...given('locale', options.locale),
					...given('csat_survey_enabled', options.csat),
					...given('email_collect_enabled', options['email-collect']),
					...given('allow_messages_after_resolved', options['messages-after-resolved']),
					...given('agent_bot_id', await findBotId(store, channel.account.id, options.bot)),
					...given('working_hours_enabled', options['working-hours']),
					...given('working_hours', options.hours && changeHours(channel.inbox.working_hours, options.hours)),
					...given('timezone', options['time-zone']),
					...given('out_of_office_message', options['out-of-office'] === 'none' ? null : options['out-of-office']),
					...greetingOf(options.greeting),
				},
				widget: {
					...given('welcome_title', options['welcome-title'] === 'none' ? '' : options['welcome-title']),
					...given('welcome_tagline', options['welcome-tagline'] === 'none' ? '' : options['welcome-tagline']),
					...given('widget_color', options.color),
					...given('launcher_title', options['launcher-title'] === 'none' ? null : options['launcher-title']),
					...given('disable_branding', options.branding === undefined ? undefined : !options.branding),
					...given(
						'allowed_domains',
						domains?.filter((chosen) => chosen !== 'any'),
					),
					...given('hmac_mandatory', options['identity-check']),
					...given(
						'features',
						feature?.filter((chosen) => chosen !== 'none'),
					),
					...given('allowed_file_types', types?.includes('any') ? null : types),
					...given('file_size_max', megabytes === undefined ? undefined : Math.floor(megabytes * MEGABYTE)),
					...given('reply_time', options['reply-time']),
					...given('pre_chat_form_enabled', options['pre-chat']),
					...given(
						'pre_chat_form_options',
						readPreChatForm(options['pre-chat-form']) ?? (options['pre-chat'] ? missingForm(channel) : undefined),
					),
				},
			});
			return `Channel ${channel.inbox.name} is changed.`;
		},
	}),
};

function greetingOf(text: string | undefined) {
	if (text === undefined) return {};
	return text === 'none'
		? { greeting_enabled: false, greeting_message: null }
		: { greeting_enabled: true, greeting_message: text };
}

/** The days that the command names replace the stored ones. */
function changeHours(before: readonly WorkingHours[], told: readonly WorkingHours[][]): WorkingHours[] {
	const days = new Map([...before, ...told.flat()].map((hours) => [hours.day_of_week, hours]));
	return [...days.values()].toSorted((one, other) => one.day_of_week - other.day_of_week);
}

/** The validated content of the file. */
function readPreChatForm(file: string | undefined): PreChatFormOptions | undefined {
	if (file === undefined) return undefined;
	let json: unknown;
	try {
		json = JSON.parse(readFileSync(file, 'utf8'));
	} catch (error) {
		throw new SettingError(`--pre-chat-form: ${error instanceof Error ? error.message : String(error)}`);
	}
	const result = v.safeParse(PreChatFormOptions, json);
	if (result.success) return result.output;
	const [issue] = result.issues;
	throw new SettingError(`--pre-chat-form: ${v.getDotPath(issue) ?? 'the form'}: ${issue.message}`);
}

/** The standard form for a channel without one, since a form without fields is never shown. */
function missingForm({ inbox, widget }: Channel): PreChatFormOptions | undefined {
	const hasFields = widget.pre_chat_form_options.pre_chat_fields.length > 0;
	return hasFields ? undefined : standardForm(chooseLocale(inbox.locale));
}

async function findBotId(store: Repositories, accountId: number, botName: string | undefined) {
	if (botName === undefined) return undefined;
	if (botName === 'none') return null;
	const bot = await findBot(store, accountId, botName);
	if (bot.outgoing_url === null) {
		throw new SettingError(
			`Bot ${bot.name} has no address and would leave visitors without an answer: set-bot --name ${JSON.stringify(bot.name)} --url <https://…> gives it one`,
		);
	}
	return bot.id;
}
