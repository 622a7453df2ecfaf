/**
 * `npm run admin -- <command>`: what an installation needs before there are screens for it. Reads the same environment as
 * the server and may run beside it.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { FILE_SIZE_MAX } from '#protocol/attachments.ts';
import { FEATURES, PreChatFormOptions, REPLY_TIMES, type WorkingHours } from '#protocol/channel.ts';
import { LOCALES } from '#protocol/locales.ts';
import { createLoginLink } from './loginLink.ts';
import { randomToken } from './randomToken.ts';
import { Hours } from './readHours.ts';
import { createAgent, createChannel } from './rules/team.ts';
import { runProgram } from './run.ts';
import { readSettings, SettingError } from './settings.ts';
import { openStore, type Repositories, type Store } from './store/store.ts';

const name = v.optional(v.pipe(v.string(), v.trim(), v.minLength(1, 'is needed'), v.maxLength(255, 'is too long')), '');
const email = v.optional(v.pipe(v.string(), v.trim(), v.minLength(1, 'is needed'), v.email('is no address')), '');
const domain = v.pipe(v.string(), v.regex(/^(https?:\/\/)?(\*\.)?[\w.-]+(:\d+)?$/, 'is no domain'));
/** Where people reach the server. */
const origin = v.optional(
	v.pipe(
		v.string(),
		v.url('is no address'),
		v.transform((url) => new URL(url).origin),
	),
);

const onOrOff = v.optional(
	v.pipe(
		v.picklist(['on', 'off'], 'must be on or off'),
		v.transform((word) => word === 'on'),
	),
);
const MEGABYTE = 1024 * 1024;

interface Command<S extends v.GenericSchema = v.GenericSchema> {
	usage: string;
	options: S;
	/** Answers what to print. */
	run(store: Store, options: v.InferOutput<S>, defaultOrigin: string): Promise<string>;
}

function command<S extends v.GenericSchema>(of: Command<S>): Command {
	return { ...of, run: (store, options, defaultOrigin) => of.run(store, options, defaultOrigin) };
}

const COMMANDS: Record<string, Command> = {
	'create-agent': command({
		usage: '--name <name> --email <address> [--role agent|administrator] [--origin <https://…>]',
		options: v.object({
			name,
			email,
			role: v.optional(v.picklist(['agent', 'administrator'], 'must be agent or administrator'), 'administrator'),
			origin,
		}),
		async run(store, options, defaultOrigin) {
			if (await store.users.findByEmail(options.email))
				throw new SettingError(`There is an agent ${options.email} already`);
			const user = await store.transaction(async (repositories) => {
				const accountId = await findAccountId(repositories);
				const agent = await createAgent(repositories, { ...options, accountId });
				for (const inboxId of await repositories.channels.listIds(accountId)) {
					await repositories.channels.addMember(inboxId, agent.id);
				}
				return agent;
			});
			const link = await createLoginLink(store, user, options.origin ?? defaultOrigin);
			return `Agent ${user.name} can log in, once, within a day, with\n  ${link}\nToken for scripts (header api_access_token):\n  ${user.access_token}`;
		},
	}),

	'create-channel': command({
		usage:
			'--name <website> [--locale en] [--welcome-title <text>] [--welcome-tagline <text>] [--allowed-domain <domain>]…',
		options: v.object({
			name,
			locale: v.optional(v.picklist(LOCALES, 'is no known locale')),
			'welcome-title': v.optional(v.string()),
			'welcome-tagline': v.optional(v.string()),
			'allowed-domain': v.optional(v.array(domain)),
		}),
		async run(store, options, defaultOrigin) {
			const { websiteToken } = await store.transaction(async (repositories) =>
				createChannel(repositories, {
					accountId: await findAccountId(repositories),
					name: options.name,
					...(options.locale ? { locale: options.locale } : {}),
					...(options['welcome-title'] ? { welcomeTitle: options['welcome-title'] } : {}),
					...(options['welcome-tagline'] ? { welcomeTagline: options['welcome-tagline'] } : {}),
					...(options['allowed-domain'] ? { allowedDomains: options['allowed-domain'] } : {}),
				}),
			);
			return `Put this into the pages of ${options.name}:
  <script type="module" src="${defaultOrigin}/live-chat-widget.js"></script>
  <live-chat-widget website-token="${websiteToken}" base-url="${defaultOrigin}"></live-chat-widget>`;
		},
	}),

	'set-channel': command({
		usage:
			'--channel <website token> [--csat on|off] [--email-collect on|off] [--messages-after-resolved on|off] [--feature <name>|none]… [--file-type <type>|any]… [--file-size <megabytes>] [--bot <name>|none] [--working-hours on|off] [--hours <mon-fri 09:00-17:00>]… [--time-zone <Europe/Berlin>] [--reply-time <name>] [--out-of-office <text>|none] [--pre-chat on|off] [--pre-chat-form <file.json>]',
		options: v.object({
			channel: name,
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
			'pre-chat': onOrOff,
			'pre-chat-form': v.optional(v.string()),
		}),
		async run(store, options) {
			const channel = await store.channels.findByWebsiteToken(options.channel);
			if (!channel) throw new SettingError(`There is no channel with the website token ${options.channel}`);
			const { feature, 'file-type': types, 'file-size': megabytes } = options;
			await store.channels.update(channel.inbox.id, {
				inbox: {
					...given('csat_survey_enabled', options.csat),
					...given('email_collect_enabled', options['email-collect']),
					...given('allow_messages_after_resolved', options['messages-after-resolved']),
					...given('agent_bot_id', await findBotId(store, channel.account.id, options.bot)),
					...given('working_hours_enabled', options['working-hours']),
					...given(
						'working_hours',
						options.hours && JSON.stringify(changeHours(channel.inbox.working_hours, options.hours)),
					),
					...given('timezone', options['time-zone']),
					...given('out_of_office_message', options['out-of-office'] === 'none' ? null : options['out-of-office']),
				},
				widget: {
					...given('features', feature && JSON.stringify(feature.filter((chosen) => chosen !== 'none'))),
					...given('allowed_file_types', types && (types.includes('any') ? null : JSON.stringify(types))),
					...given('file_size_max', megabytes === undefined ? undefined : Math.floor(megabytes * MEGABYTE)),
					...given('reply_time', options['reply-time']),
					...given('pre_chat_form_enabled', options['pre-chat']),
					...given('pre_chat_form_options', readPreChatForm(options['pre-chat-form'])),
				},
			});
			return `Channel ${channel.inbox.name} is changed.`;
		},
	}),

	'create-bot': command({
		usage: '--name <name>',
		options: v.object({ name }),
		run: (store, options) =>
			store.transaction(async (repositories) => {
				const accountId = await findAccountId(repositories);
				if (await repositories.bots.findByName(accountId, options.name)) {
					throw new SettingError(`There is a bot ${options.name} already`);
				}
				const bot = await repositories.bots.insert({ accountId, name: options.name, accessToken: randomToken() });
				return `Bot ${bot.name} answers first in a channel after\n  npm run admin -- set-channel --channel <website token> --bot ${JSON.stringify(bot.name)}\nIts token (header api_access_token):\n  ${bot.access_token}`;
			}),
	}),

	'login-link': command({
		usage: '--email <address> [--origin <https://…>]',
		options: v.object({ email, origin }),
		async run(store, options, defaultOrigin) {
			const user = await store.users.findByEmail(options.email);
			if (!user) throw new SettingError(`There is no agent ${options.email}`);
			return createLoginLink(store, user, options.origin ?? defaultOrigin);
		},
	}),
};

await runProgram(async () => {
	const [commandName = '', ...rest] = process.argv.slice(2);
	const chosen = COMMANDS[commandName];
	if (!chosen) {
		const usages = Object.entries(COMMANDS).map(([known, { usage }]) => `  npm run admin -- ${known} ${usage}`);
		throw new SettingError(`Commands:\n${usages.join('\n')}`);
	}
	const settings = readSettings(process.env);
	const options = readOptions(chosen, rest);
	const store = await openStore({ dataDir: settings.DATA_DIR, databaseUrl: settings.DATABASE_URL });
	try {
		console.log(await chosen.run(store, options, `http://${settings.HOST}:${settings.PORT}`));
	} finally {
		await store.close();
	}
});

function readOptions(chosen: Command, args: string[]): unknown {
	let values: Record<string, unknown>;
	try {
		({ values } = parseArgs({
			args,
			options: {
				name: { type: 'string' },
				email: { type: 'string' },
				role: { type: 'string' },
				origin: { type: 'string' },
				locale: { type: 'string' },
				'welcome-title': { type: 'string' },
				'welcome-tagline': { type: 'string' },
				'allowed-domain': { type: 'string', multiple: true },
				channel: { type: 'string' },
				csat: { type: 'string' },
				'email-collect': { type: 'string' },
				'messages-after-resolved': { type: 'string' },
				feature: { type: 'string', multiple: true },
				'file-type': { type: 'string', multiple: true },
				'file-size': { type: 'string' },
				bot: { type: 'string' },
				'working-hours': { type: 'string' },
				hours: { type: 'string', multiple: true },
				'time-zone': { type: 'string' },
				'reply-time': { type: 'string' },
				'out-of-office': { type: 'string' },
				'pre-chat': { type: 'string' },
				'pre-chat-form': { type: 'string' },
			},
		}));
	} catch (error) {
		throw new SettingError(error instanceof Error ? error.message : String(error));
	}
	const result = v.safeParse(chosen.options, values);
	if (result.success) return result.output;
	const [issue] = result.issues;
	throw new SettingError(`--${String(issue.path?.[0].key)} ${issue.message}`);
}

/** The column, where the command says something about it. */
function given<K extends string, T>(column: K, value: T | undefined): Partial<Record<K, T>> {
	return value === undefined ? {} : ({ [column]: value } as Record<K, T>);
}

function isTimeZone(zone: string): boolean {
	try {
		return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
	} catch {
		return false;
	}
}

/** The days that are told replace those that were. */
function changeHours(before: readonly WorkingHours[], told: readonly WorkingHours[][]): WorkingHours[] {
	const days = new Map([...before, ...told.flat()].map((hours) => [hours.day_of_week, hours]));
	return [...days.values()].toSorted((one, other) => one.day_of_week - other.day_of_week);
}

/** The file's content, checked, as the column has it. */
function readPreChatForm(file: string | undefined): string | undefined {
	if (file === undefined) return undefined;
	let json: unknown;
	try {
		json = JSON.parse(readFileSync(file, 'utf8'));
	} catch (error) {
		throw new SettingError(`--pre-chat-form: ${error instanceof Error ? error.message : String(error)}`);
	}
	const result = v.safeParse(PreChatFormOptions, json);
	if (result.success) return JSON.stringify(result.output);
	const [issue] = result.issues;
	throw new SettingError(`--pre-chat-form: ${v.getDotPath(issue) ?? 'the form'}: ${issue.message}`);
}

async function findBotId(store: Repositories, accountId: number, botName: string | undefined) {
	if (botName === undefined) return undefined;
	if (botName === 'none') return null;
	const bot = await store.bots.findByName(accountId, botName);
	if (!bot) throw new SettingError(`There is no bot ${botName}`);
	return bot.id;
}

/** An installation that is set up by this script has one account; it comes with the first agent or channel. */
async function findAccountId(store: Repositories): Promise<number> {
	return ((await store.accounts.findFirst()) ?? (await store.accounts.insert('Team'))).id;
}
