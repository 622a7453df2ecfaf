/** Commands about websites with a widget, such as `npm run admin -- create-channel`. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { FILE_SIZE_MAX, MEGABYTE } from '#protocol/entities/attachments.ts';
import type { CaptchaProvider } from '#protocol/entities/captcha.ts';
import { CARDS } from '#protocol/base/cards.ts';
import { FEATURES } from '#protocol/entities/channel.ts';
import { embedCode } from '#protocol/frame/embedCode.ts';
import {
	AllowedDomain,
	AssignmentLimit,
	FileType,
	FontOrigin,
	inboxSettings,
	type InboxChange,
	NewPreChatForm,
} from '#protocol/application/inboxSettings.ts';
import { Mask } from '#protocol/base/masks.ts';
import { type Command, command, findAccountId, findAgent, findChannel, line, name, onOrOff } from './command.ts';
import { HoursOfDays } from './readHours.ts';
import { readJson } from './readJson.ts';
import { findBot } from './receiverCommands.ts';
import { orNoneAtAll, settingOptions, settingsOf, settingUsage } from './settingOptions.ts';
import { changeChannel, changeIdentityKey, createChannel, removeChannel } from '../../domain/websites/editChannel.ts';
import type { CaptchaSetting } from '../../base/problem.ts';
import { SettingError } from '../../base/settings.ts';
import type { Channel } from '../../store/websites/channels.ts';
import type { Repositories } from '../../store/store.ts';

async function findAgentIds(store: Repositories, addresses: readonly string[]): Promise<number[]> {
	const named = addresses.filter((address) => address !== 'none');
	return Promise.all(named.map(async (address) => (await findAgent(store, address)).id));
}

export const channelCommands: Record<string, Command> = {
	'list-channels': command({
		usage: '',
		options: v.object({}),
		async run(store) {
			const channels = await store.channels.list(await store.channels.listIds(await findAccountId(store)));
			return (
				channels.map(({ inbox, widget }) => `${widget.website_token}  ${inbox.name}`).join('\n') ||
				'There are no channels.'
			);
		},
	}),

	'create-channel': command({
		usage:
			'--name <website> [--locale en] [--welcome-title <text>] [--welcome-tagline <text>] [--allowed-domain <domain>]… [--agent <address>|none]…',
		options: v.object({
			name,
			locale: v.optional(inboxSettings.locale.change),
			'welcome-title': v.optional(inboxSettings.welcome_title.change),
			'welcome-tagline': v.optional(inboxSettings.welcome_tagline.change),
			'allowed-domain': v.optional(v.array(AllowedDomain)),
			agent: v.optional(v.array(line)),
		}),
		async run(store, options, defaultOrigin) {
			const { websiteToken } = await store.transaction(async (repositories) =>
				createChannel(repositories, {
					accountId: await findAccountId(repositories),
					...(options.agent ? { userIds: await findAgentIds(repositories, options.agent) } : {}),
					settings: {
						name: options.name,
						locale: options.locale,
						welcome_title: options['welcome-title'],
						welcome_tagline: options['welcome-tagline'],
						allowed_domains: options['allowed-domain'],
					},
				}),
			);
			const code = embedCode({ websiteToken, baseUrl: defaultOrigin });
			return `Put this into the pages of ${options.name}:\n${code}\n\n${identityCheckOf(false, websiteToken)}`;
		},
	}),

	'identity-key': command({
		usage: '--channel <website token>',
		options: v.object({ channel: name }),
		async run(store, options) {
			const channel = await findChannel(store, options.channel);
			return `With this key anyone can act as any user of ${channel.inbox.name}; keep it on the site's server. identifier_hash is the
lower-case hex HMAC-SHA256 of the identifier under it. ${identityCheckOf(channel.widget.hmac_mandatory, options.channel)}
  ${channel.widget.hmac_token}`;
		},
	}),

	'change-identity-key': command({
		usage: '--channel <website token>',
		options: v.object({ channel: name }),
		run: (store, options) =>
			store.transaction(async (repositories) => {
				const key = await changeIdentityKey(repositories, await findChannel(repositories, options.channel));
				return `The new key, which the site's server has to use within 24 hours; until then the one before is valid as well:\n  ${key}`;
			}),
	}),

	'delete-channel': command({
		usage: '--channel <website token>',
		options: v.object({ channel: name }),
		run: (store, options) =>
			store.transaction(async (repositories) => {
				const channel = await findChannel(repositories, options.channel);
				await removeChannel(repositories, channel);
				return `Channel ${channel.inbox.name} is deleted. What was said there goes while a server runs.`;
			}),
	}),

	'set-channel': command({
		usage: `--channel <website token> ${settingUsage} [--custom-properties <file.css>|none] [--font-origin <https://…>|none]… [--branding on|off] [--allowed-domain <domain>|any]… [--identity-public-key <file.pem>|none]… [--assignment-limit <number>|none] [--feature <name>|none]… [--file-type <type>|any]… [--file-size <megabytes>] [--mask <cards|pattern>|none]… [--bot <name>|none] [--hours <mon-fri 09:00-17:00>]… [--greeting <text>|none] [--pre-chat-form <file.json>] [--texts <file.json>] [--translations <file.json>] [--topics <file.json>|none] [--captcha <provider>|none] [--captcha-site-key <key>] [--captcha-secret <file>]`,
		options: v.object({
			...settingOptions,
			channel: name,
			'custom-properties': v.optional(line),
			'font-origin': v.optional(
				v.array(v.union([v.literal('none'), FontOrigin], 'is no origin such as https://fonts.example')),
			),
			branding: onOrOff,
			'allowed-domain': v.optional(v.array(v.union([v.literal('any'), AllowedDomain], 'is no domain'))),
			'identity-public-key': v.optional(v.array(line)),
			'assignment-limit': orNoneAtAll(AssignmentLimit),
			feature: v.optional(v.array(v.picklist([...FEATURES, 'none'], `must be none or of ${FEATURES.join(', ')}`))),
			'file-type': v.optional(v.array(v.union([v.literal('any'), FileType], 'is no MIME type'))),
			'file-size': v.optional(
				v.pipe(
					v.string(),
					v.transform(Number),
					v.number('is no number'),
					v.minValue(0, 'must not be negative'),
					v.maxValue(FILE_SIZE_MAX / MEGABYTE, `must be at most ${FILE_SIZE_MAX / MEGABYTE}`),
				),
			),
			mask: v.optional(
				v.array(
					v.pipe(
						v.string(),
						v.check(
							(mask) => mask === 'none' || v.is(Mask, mask),
							`must be none, ${CARDS}, or a pattern without *, +, | and groups`,
						),
					),
				),
			),
			bot: v.optional(v.string()),
			hours: v.optional(HoursOfDays),
			greeting: orNoneAtAll(inboxSettings.greeting_message.change),
			'pre-chat-form': v.optional(v.string()),
			texts: v.optional(v.string()),
			translations: v.optional(v.string()),
			topics: v.optional(v.string()),
			captcha: orNoneAtAll(inboxSettings.captcha_provider.change),
			'captcha-site-key': v.optional(inboxSettings.captcha_site_key.change),
			'captcha-secret': v.optional(line),
		}),
		run: (store, options) =>
			store.transaction(async (repositories) => {
				const channel = await findChannel(repositories, options.channel);
				const { feature, 'file-type': types, 'file-size': megabytes, 'assignment-limit': limit, greeting } = options;
				const settings = settingsOf(options);
				await changeChannel(repositories, channel, {
					...settings,
					auto_assignment_config: limit === undefined ? undefined : { max_assignment_limit: limit },
					agent_bot_id: await findBotId(repositories, channel.account.id, options.bot),
					working_hours: options.hours,
					greeting_message: greeting,
					greeting_enabled: greeting === undefined ? undefined : greeting !== null,
					custom_properties: readLooks(options['custom-properties']),
					font_origins: options['font-origin']?.filter((chosen) => chosen !== 'none'),
					disable_branding: options.branding === undefined ? undefined : !options.branding,
					allowed_domains: options['allowed-domain']?.filter((chosen) => chosen !== 'any'),
					identity_public_keys: readPublicKeys(options['identity-public-key']),
					selected_feature_flags: feature?.filter((chosen) => chosen !== 'none'),
					allowed_file_types: types?.includes('any') ? null : types,
					file_size_max: megabytes === undefined ? undefined : Math.floor(megabytes * MEGABYTE),
					masks: options.mask?.filter((chosen) => chosen !== 'none'),
					pre_chat_form_options: readJson('pre-chat-form', options['pre-chat-form'], NewPreChatForm),
					texts: readJson('texts', options.texts, inboxSettings.texts.change),
					translations: readJson('translations', options.translations, inboxSettings.translations.change),
					...captchaFrom(options),
					topics: options.topics === 'none' ? [] : readJson('topics', options.topics, inboxSettings.topics.change),
				});
				return `Channel ${settings.name ?? channel.inbox.name} is changed.${await formerBotOf(repositories, channel)}`;
			}),
	}),
};

/**
 * What the channel does with users that the site names without a hash (docs/security.md, Known
 * limits).
 */
function identityCheckOf(isMandatory: boolean, websiteToken: string): string {
	return isMandatory
		? 'Users are accepted only with a correct hash (hmac_mandatory: true).'
		: `Users are also accepted without a hash (hmac_mandatory: false): whoever knows somebody's identifier can write under that name. Where the
site's server computes the hash, refuse the others: npm run admin -- set-channel --channel ${websiteToken} --identity-check on`;
}

/**
 * `none` clears all three. The secret is in a file: it must stand in no list of processes and no
 * history of a shell.
 */
function captchaFrom(options: {
	captcha?: CaptchaProvider | null | undefined;
	'captcha-site-key'?: string | null | undefined;
	'captcha-secret'?: string | undefined;
}): Pick<InboxChange, CaptchaSetting> {
	const { captcha, 'captcha-site-key': siteKey, 'captcha-secret': file } = options;
	if (captcha === null) return { captcha_provider: null, captcha_site_key: null, captcha_secret: null };
	return { captcha_provider: captcha, captcha_site_key: siteKey, captcha_secret: file && readCaptchaSecret(file) };
}

function readCaptchaSecret(file: string): string | null {
	const result = v.safeParse(inboxSettings.captcha_secret.change, readText('captcha-secret', file));
	if (result.success) return result.output;
	throw new SettingError(`--captcha-secret: ${file}: it ${result.issues[0].message}`);
}

/** The keys in these files; `none` is no file. */
function readPublicKeys(files: string[] | undefined): string[] | undefined {
	if (files === undefined) return undefined;
	const keys = files.filter((file) => file !== 'none').map(readPublicKey);
	const result = v.safeParse(inboxSettings.identity_public_keys.change, keys);
	if (result.success) return result.output;
	throw new SettingError(`--identity-public-key ${result.issues[0].message}`);
}

function readPublicKey(file: string): string {
	const pem = readText('identity-public-key', file);
	if (pem.includes('PRIVATE KEY'))
		throw new SettingError(
			`--identity-public-key: ${file} has a private key, which nobody but the site's server may have. Its public one: openssl pkey -in ${file} -pubout`,
		);
	return pem;
}

/** The validated content of the file; null for `none`. */
function readLooks(file: string | undefined): string | null | undefined {
	if (file === undefined || file === 'none') return file && null;
	const result = v.safeParse(inboxSettings.custom_properties.change, readText('custom-properties', file));
	if (result.success) return result.output;
	throw new SettingError(`--custom-properties: ${file}: they ${result.issues[0].message}`);
}

function readText(option: string, file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch (error) {
		throw new SettingError(`--${option}: ${String(error)}`);
	}
}

/** A channel has one bot: the command that sets another tells which one it replaces. */
async function formerBotOf({ channels }: Repositories, { inbox, bot }: Channel): Promise<string> {
	const { agent_bot_id } = await channels.findInbox(inbox.id);
	return bot && agent_bot_id !== bot.id ? ` The bot ${bot.name} no longer answers there.` : '';
}

async function findBotId(store: Repositories, accountId: number, botName: string | undefined) {
	if (botName === undefined) return undefined;
	if (botName === 'none') return null;
	return (await findBot(store, accountId, botName)).id;
}
