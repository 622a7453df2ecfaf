/**
 * Creates and changes websites with a widget, for the API, the commands and the demo alike
 * (docs/application-api.md, Inboxes).
 */
import { DAY } from '#protocol/base/duration.ts';
import type { PreChatFormOptions, WorkingHours } from '#protocol/entities/channel.ts';
import type { InboxChange } from '#protocol/application/inboxSettings.ts';
import { msg } from '../../language/msg.ts';
import { chooseLocale, translate } from '../../language/translate.ts';
import { storedKeyOf } from '../contacts/identityProof.ts';
import { captchaColumns, checkCaptcha } from '../contacts/captcha.ts';
import { changeTexts, checkSize, checkTexts } from './ownTexts.ts';
import { Problem } from '../../base/problem.ts';
import { randomToken } from '../../base/randomToken.ts';
import { recordChange } from '../recordChange.ts';
import { columnsFor } from './settingColumns.ts';
import { deleteCampaign } from '../campaigns/editCampaign.ts';
import { checkTopics } from '../conversations/topics.ts';
import { changeTranslations, checkTranslations } from '../translations/translations.ts';
import type { Channel } from '../../store/websites/channels.ts';
import type { Inbox, WebWidget } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';

type Stored = Pick<Channel, 'inbox' | 'widget'>;

/** After a change of a website's identity key, the one before is valid for this long. */
const FORMER_KEY_VALID = DAY;

export interface NewChannel {
	accountId: number;
	/** A random one by default. */
	websiteToken?: string;
	/** The members of the account who answer it; all of them by default. */
	userIds?: readonly number[];
	settings: InboxChange & { name: string };
}

/**
 * Creates a website channel, with Chatwoot's defaults for undefined settings (docs/wire.md, The
 * widget page).
 */
export async function createChannel(
	store: Repositories,
	{ accountId, websiteToken = randomToken(), userIds, settings }: NewChannel,
): Promise<{ inbox: Inbox; websiteToken: string }> {
	const { name, locale = 'en', ...others } = settings;
	const inbox = await store.channels.insert(
		{
			account_id: accountId,
			name,
			avatar_url: '',
			locale,
			timezone: 'UTC',
			working_hours_enabled: false,
			working_hours: DEFAULT_WORKING_HOURS,
			out_of_office_message: null,
			csat_survey_enabled: false,
			allow_messages_after_resolved: true,
			email_collect_enabled: false,
			created_at: Date.now(),
		},
		{
			website_token: websiteToken,
			hmac_token: randomToken(),
			hmac_mandatory: false,
			widget_color: '#1f93ff',
			welcome_title: '',
			welcome_tagline: '',
			launcher_title: null,
			reply_time: 'in_a_few_minutes',
			features: ['attachments', 'emoji_picker', 'end_conversation'],
			pre_chat_form_enabled: false,
			pre_chat_form_options: standardForm(locale),
			disable_branding: false,
			allowed_domains: [],
		},
	);
	await applySettings(store, await store.channels.find(inbox.id), others);
	const members = userIds ?? (await store.users.listAccount(accountId)).map(({ user_id }) => user_id);
	for (const userId of members) await store.channels.addMember(inbox.id, userId);
	await recordChange(store, {
		...auditedOf(inbox),
		after: { ...columnsAsAudited(await store.channels.find(inbox.id)), user_ids: members },
	});
	return { inbox, websiteToken };
}

/**
 * Undefined settings stay unchanged. Throws CAPTCHA_INCOMPLETE, TEXT_INVALID, TEXTS_TOO_LARGE,
 * WEBSITE_EMAIL_TAKEN, PUBLIC_KEY_INVALID, BOT_UNKNOWN, BOT_WITHOUT_ADDRESS, PORTAL_UNKNOWN or
 * LABEL_UNKNOWN.
 */
export async function changeChannel(store: Repositories, channel: Channel, change: InboxChange): Promise<void> {
	await applySettings(store, channel, change);
	const changed = await store.channels.find(channel.inbox.id);
	await recordChange(store, {
		...auditedOf(changed.inbox),
		before: columnsAsAudited(channel),
		after: columnsAsAudited(changed),
	});
}

async function applySettings(
	store: Repositories,
	{ account, inbox, widget }: Channel,
	change: InboxChange,
): Promise<void> {
	const { agent_bot_id, portal_id } = change;
	const keys = change.identity_public_keys?.map(checkKey);
	const identity_public_keys = keys && [...new Set(keys)];
	if (agent_bot_id != null) await checkBot(store, account.id, agent_bot_id);
	if (portal_id != null && !(await store.portals.list(account.id)).some(({ id }) => id === portal_id))
		throw new Problem({ code: 'PORTAL_UNKNOWN' });
	await checkTopics(store, account.id, change.topics);
	const columns = columnsOf({ inbox, widget }, { ...change, identity_public_keys });
	checkCaptcha(columns.widget);
	if (change.email && (await store.channels.listByEmails([change.email])).some(({ inbox_id }) => inbox_id !== inbox.id))
		throw new Problem({ code: 'WEBSITE_EMAIL_TAKEN' });
	if (change.texts) checkTexts(change.texts);
	if (columns.widget.texts) checkSize(columns.widget.texts);
	const { translations } = columns.inbox;
	if (change.translations && translations)
		checkTranslations('inbox', mergeColumns({ inbox, widget }, columns), change.translations, translations);
	await store.channels.update(inbox.id, columns);
}

/**
 * The website as it would be with these settings, for previews. Its bot and its help centre stay.
 */
export function withSettings(channel: Channel, change: InboxChange): Channel {
	const { inbox, widget } = columnsOf(channel, change);
	return {
		...channel,
		inbox: { ...channel.inbox, ...inbox },
		widget: { ...channel.widget, ...widget },
	};
}

/** What is stored for the settings; absent for those that stay. */
function columnsOf({ inbox, widget }: Stored, change: InboxChange) {
	const { locale = inbox.locale, working_hours, auto_assignment_config, texts, translations } = change;
	const columns = columnsFor(change);
	return {
		inbox: {
			...columns.inbox,
			locale,
			...(translations && {
				translations: changeTranslations(
					'inbox',
					mergeColumns({ inbox, widget }, columns),
					inbox.translations,
					translations,
				),
			}),
			...(working_hours && { working_hours: changeHours(inbox.working_hours, working_hours) }),
			...(auto_assignment_config?.max_assignment_limit !== undefined && {
				max_assignment_limit: auto_assignment_config.max_assignment_limit,
			}),
		},
		widget: {
			...columns.widget,
			pre_chat_form_options: withFields(change.pre_chat_form_options ?? widget.pre_chat_form_options, locale),
			...(texts && { texts: changeTexts(widget.texts, texts) }),
			...captchaColumns(widget, change),
		},
	};
}

/** All that has texts of the website, as it will be. */
function mergeColumns(
	{ inbox, widget }: Stored,
	changed: { inbox: Partial<Inbox>; widget: Partial<WebWidget> },
): object {
	return { ...widget, ...changed.widget, ...inbox, ...changed.inbox };
}

/**
 * Gives the website a new identity key. The one before stays valid for as long as the site's
 * servers may need to change to it.
 */
export async function changeIdentityKey(store: Repositories, { inbox, widget }: Channel): Promise<string> {
	const key = randomToken();
	await store.channels.update(inbox.id, {
		widget: {
			hmac_token: key,
			former_hmac_token: widget.hmac_token,
			former_hmac_until: Date.now() + FORMER_KEY_VALID,
		},
	});
	await recordChange(store, {
		...auditedOf(inbox),
		before: { hmac_token: widget.hmac_token },
		after: { hmac_token: key },
	});
	return key;
}

/**
 * Takes the website from its pages and its team at once. What was said there may be much, and goes
 * afterwards, contact by contact (`leaveInbox`).
 */
export async function removeChannel(store: Repositories, { account, inbox, widget }: Channel): Promise<void> {
	for (const campaign of await store.campaigns.list(account.id))
		if (campaign.inbox_id === inbox.id) await deleteCampaign(store, campaign);
	await store.channels.update(inbox.id, {
		inbox: { removed_at: Date.now(), agent_bot_id: null, portal_id: null },
		widget: { email: null },
	});
	await recordChange(store, { ...auditedOf(inbox), before: columnsAsAudited({ inbox, widget }) });
}

function auditedOf({ id, account_id, name }: Inbox) {
	return { accountId: account_id, type: 'Inbox', id, name } as const;
}

function columnsAsAudited({ inbox, widget }: Stored) {
	return { ...widget, ...inbox };
}

function checkKey(pem: string): string {
	const key = storedKeyOf(pem);
	if (key === undefined) throw new Problem({ code: 'PUBLIC_KEY_INVALID' });
	return key;
}

/** A bot without an address would leave visitors without an answer. */
async function checkBot({ bots }: Repositories, accountId: number, botId: number): Promise<void> {
	const bot = await bots.find(botId);
	if (bot?.account_id !== accountId) throw new Problem({ code: 'BOT_UNKNOWN' });
	if (bot.outgoing_url === null) throw new Problem({ code: 'BOT_WITHOUT_ADDRESS', name: bot.name });
}

/** The days that are named replace the stored ones. */
function changeHours(before: readonly WorkingHours[], named: readonly WorkingHours[]): WorkingHours[] {
	const days = new Map([...before, ...named].map((hours) => [hours.day_of_week, hours]));
	return [...days.values()].toSorted((one, other) => one.day_of_week - other.day_of_week);
}

/** A form without fields would never be shown: it gets the standard ones. */
function withFields(form: PreChatFormOptions, locale: string): PreChatFormOptions {
	return form.pre_chat_fields.length > 0 ? form : { ...form, pre_chat_fields: standardForm(locale).pre_chat_fields };
}

/**
 * The pre-chat form until its owner changes it: the email address is required, and the name
 * optional. The field for a phone number is disabled.
 */
function standardForm(channelLocale: string): PreChatFormOptions {
	const locale = chooseLocale(channelLocale);
	const standard = { field_type: 'standard', required: false, enabled: true } as const;
	return {
		pre_chat_message: null,
		pre_chat_fields: [
			{
				...standard,
				name: 'emailAddress',
				type: 'email',
				label: translate(locale, msg`Email Address`),
				required: true,
			},
			{ ...standard, name: 'fullName', type: 'text', label: translate(locale, msg`Full Name`) },
			{ ...standard, name: 'phoneNumber', type: 'text', label: translate(locale, msg`Phone Number`), enabled: false },
		],
	};
}

/** Monday to Friday 9 to 17. */
const DEFAULT_WORKING_HOURS: WorkingHours[] = [0, 1, 2, 3, 4, 5, 6].map((day) => {
	const isClosed = day === 0 || day === 6;
	return {
		day_of_week: day,
		open_hour: isClosed ? null : 9,
		open_minutes: isClosed ? null : 0,
		close_hour: isClosed ? null : 17,
		close_minutes: isClosed ? null : 0,
		closed_all_day: isClosed,
		open_all_day: false,
	};
});
