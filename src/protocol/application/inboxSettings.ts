/**
 * The settings of a website's inbox, by their names on the wire: what each may be, for REST and
 * commands alike (docs/application-api.md, Inboxes). The texts of refusals follow the name of the
 * field.
 */
import * as v from 'valibot';
import { FILE_SIZE_MAX } from '../entities/attachments.ts';
import { CaptchaProvider } from '../entities/captcha.ts';
import {
	Feature,
	FEATURES,
	LAUNCHER_SIZES,
	LauncherSize,
	type PreChatField,
	PreChatFormOptions,
	PreChatRule,
	REPLY_TIMES,
	ReplyTime,
	Topic,
	WorkingHours,
} from '../entities/channel.ts';
import { maxCharacters } from '../base/characters.ts';
import { CUSTOM_PROPERTIES, CUSTOM_PROPERTIES_MAX, readCustomProperties } from '../frame/customProperties.ts';
import { MAIL_ADDRESS } from '../entities/contactForms.ts';
import { labelTitle } from './labelRoutes.ts';
import { EMAIL_MAX, PUBLIC_KEYS_MAX, TOPICS_MAX } from '../base/limits.ts';
import { LOCALES } from '../base/locales.ts';
import { Mask } from '../base/masks.ts';
import { numeric, orNone, truth, UserIds } from '../base/numeric.ts';
import { OwnTexts } from '../entities/ownTexts.ts';
import { isTimeZone } from '../base/timeZone.ts';
import { timeZoneNamed } from '../base/timeZoneNames.ts';
import { Translations, TranslationsChange } from '../entities/translations.ts';
import { conditionsOnEarlier } from '../entities/visibleWhen.ts';
import { withoutNothing } from '../base/withoutNothing.ts';
import { hoursOf, isValidDay, readSpokenDay } from '../entities/workingHours.ts';

const upTo = (max: number) =>
	v.pipe(v.string(), v.trim(), maxCharacters(max, `is too long (maximum is ${max} characters)`));
const line = upTo(255);
/** A message to visitors, as long as Chatwoot's may be. */
const message = v.pipe(v.string(), maxCharacters(10_000, 'is too long (maximum is 10000 characters)'));
/** Null is stored as an empty text. */
const orEmpty = <S extends v.GenericSchema<unknown, string>>(schema: S) =>
	v.pipe(
		orNone(schema),
		v.transform((text) => text ?? ''),
	);

/** A site that may frame the chat, as a host source of Content-Security-Policy. */
export const AllowedDomain = v.pipe(
	v.string(),
	v.trim(),
	v.maxLength(255, 'is too long'),
	v.regex(/^(https?:\/\/)?(\*\.)?[\w.-]+(:\d+)?$/, 'is no domain'),
	v.check((domain) => Number(/:(\d+)$/.exec(domain)?.[1] ?? 1) <= 65_535, 'is no domain'),
);
const AllowedDomains = v.pipe(v.array(AllowedDomain), v.maxLength(100, 'are too many (maximum is 100)'));

/** An origin of fonts, as a host source of Content-Security-Policy. */
export const FontOrigin = v.pipe(
	v.string(),
	v.trim(),
	v.maxLength(255, 'is too long'),
	v.regex(/^https:\/\/[a-z\d-]+(\.[a-z\d-]+)*(:\d{1,5})?$/, 'is no origin such as https://fonts.example'),
);

const CustomProperties = v.pipe(
	v.string(),
	v.trim(),
	v.maxLength(CUSTOM_PROPERTIES_MAX, `are too long (maximum is ${CUSTOM_PROPERTIES_MAX} characters)`),
	v.check(
		(text) => readCustomProperties(text).wrong === undefined,
		({ input }) => {
			const { number, written } = readCustomProperties(input).wrong ?? {};
			return `are wrong in line ${number} (${written}): a line is one of ${CUSTOM_PROPERTIES.join(', ')} with its value`;
		},
	),
);

export const FileType = v.pipe(
	v.string(),
	v.maxLength(255, 'is too long'),
	v.regex(/^[\w.+-]+\/([\w.+-]+|\*)$/, 'is no MIME type'),
);

const hour = v.optional(orNone(v.pipe(numeric, v.maxValue(23, 'must have hours from 0 to 23'))), null);
const minute = v.optional(orNone(v.pipe(numeric, v.maxValue(59, 'must have minutes from 0 to 59'))), null);

/** One weekday's hours as an owner sets them. */
const WorkingDay = v.pipe(
	v.object({
		/** 0 is Sunday. */
		day_of_week: v.pipe(numeric, v.maxValue(6, 'must have days from 0 (Sunday) to 6')),
		open_hour: hour,
		open_minutes: minute,
		close_hour: hour,
		close_minutes: minute,
		closed_all_day: v.optional(truth, false),
		open_all_day: v.optional(truth, false),
	}),
	v.check(isPossible, 'must open before they close, or be open or closed all day'),
);

function isPossible({ closed_all_day, open_all_day, ...times }: WorkingHours): boolean {
	if (closed_all_day || open_all_day) return closed_all_day !== open_all_day;
	const { open_hour, close_hour } = times;
	if (open_hour === null || close_hour === null) return false;
	return open_hour * 60 + (times.open_minutes ?? 0) < close_hour * 60 + (times.close_minutes ?? 0);
}

/** The same as Chatwoot's editor has it. */
const NewSpokenDay = v.pipe(
	v.object({
		day: v.pipe(numeric, v.maxValue(6)),
		from: v.optional(v.nullable(v.string())),
		to: v.optional(v.nullable(v.string())),
		openAllDay: v.optional(truth, false),
	}),
	v.transform(({ from, to, ...day }) => readSpokenDay({ ...day, from: from ?? '', to: to ?? '' })),
	v.check((day) => day !== undefined && isValidDay(day)),
	v.transform((day) => hoursOf(day ? [day] : [])),
	v.strictTuple([WorkingHours]),
	v.transform(([hours]) => hours),
);

/** A field of the form as an owner sets it; Chatwoot's clients send null for what it lacks. */
const NewPreChatField = v.pipe(
	v.object({
		field_type: v.picklist(['standard', 'contact_attribute', 'conversation_attribute']),
		name: v.pipe(line, v.minLength(1, 'must have a name')),
		type: line,
		label: line,
		placeholder: v.nullish(line),
		required: truth,
		enabled: truth,
		values: v.nullish(v.pipe(v.array(line), v.maxLength(100, 'may have 100 values'))),
		regex_pattern: v.nullish(line),
		regex_cue: v.nullish(line),
		rules: v.nullish(v.pipe(v.array(PreChatRule), v.maxLength(20, 'may have 20 rules'))),
		visible_when: v.nullish(
			v.object({
				field: line,
				values: v.pipe(v.array(line), v.minLength(1, 'must have a value'), v.maxLength(100, 'may have 100 values')),
			}),
		),
	}),
	v.transform((field) => withoutNothing(field) as unknown as PreChatField),
);

/** What a visitor is asked before the first message, as an owner sets it. */
export const NewPreChatForm = v.object({
	pre_chat_message: v.optional(orNone(message), null),
	pre_chat_fields: v.pipe(
		v.array(NewPreChatField),
		v.maxLength(50, 'are too many (maximum is 50)'),
		conditionsOnEarlier(),
	),
	consent_required: v.optional(truth),
});

/** The id of a topic, by which pages choose it. */
export const TopicId = v.pipe(
	v.string(),
	v.regex(/^[\p{L}\p{M}\p{N}_-]{1,64}$/u, 'must have ids of letters, digits, - and _'),
);

/** What a visitor may choose to write about, as an owner sets it. */
const NewTopic = v.object({
	id: TopicId,
	name: v.pipe(line, v.minLength(1, 'must have names')),
	greeting: v.optional(orNone(message), null),
	label: v.optional(orNone(labelTitle), null),
	team_id: v.optional(orNone(numeric)),
});

/**
 * An RSA key of at least 2048 bits, or one of the curve P-256, as `openssl pkey -pubout` prints it.
 */
export const PublicKey = v.pipe(
	v.string(),
	v.trim(),
	v.maxLength(2_000, 'is too long'),
	v.regex(
		/^(?:-----BEGIN PUBLIC KEY-----\s[\w+/=\s]+-----END PUBLIC KEY-----|\{[^]*\})$/,
		'must be in PEM (-----BEGIN PUBLIC KEY-----), or be a JWK',
	),
);

/** One setting. */
interface Setting {
	/** What a request may set. */
	change: v.GenericSchema;
	/** What is answered; absent for a setting that no answer has. */
	answer?: v.GenericSchema;
	/** Where it is stored: with what every inbox has, or with what only a website has. */
	in: 'inbox' | 'widget';
	/** The column, where it has not the setting's own name. */
	column?: string;
	/** What is answered where null is stored, for which nothing else stands. */
	ifNone?: unknown;
	/**
	 * The option of `npm run admin -- set-channel` with what stands behind it, where that says the
	 * same as the request.
	 */
	option?: string;
}

const onOff = { change: truth, answer: v.boolean() };
/** A list that is stored as null while none is set. */
const list = { answer: v.array(v.string()), ifNone: [] };

/**
 * A setting is one row: requests, answers, columns and simple options of the command derive from
 * it. A new one is a row here, its column (src/server/store/tables/schema.ts, and a migration), and
 * a field of a form at the desk.
 */
export const inboxSettings = {
	name: {
		in: 'inbox',
		change: v.pipe(line, v.minLength(1, "can't be blank")),
		answer: v.string(),
		option: 'name <website>',
	},
	/** The address of the logo; blank for none. */
	avatar_url: {
		in: 'inbox',
		change: orEmpty(
			v.pipe(
				v.string(),
				v.maxLength(2_000, 'is too long'),
				v.regex(/^https?:\/\//, 'is no address'),
				v.url('is no address'),
			),
		),
		answer: v.string(),
		option: 'avatar <https://…>',
	},
	/** Where the chat is embedded, for the team's own information. */
	website_url: { in: 'widget', change: orEmpty(upTo(2_000)), answer: v.string() },
	/** The language of visitors whose own is not offered. */
	locale: { in: 'inbox', change: v.picklist(LOCALES, 'is no known locale'), answer: v.string(), option: 'locale <en>' },
	greeting_enabled: { in: 'inbox', ...onOff },
	greeting_message: { in: 'inbox', change: orNone(message), answer: v.nullable(v.string()) },
	enable_email_collect: { in: 'inbox', column: 'email_collect_enabled', ...onOff, option: 'email-collect on|off' },
	/** Whether the server assigns open conversations to the members who are online, in turn. */
	enable_auto_assignment: { in: 'inbox', ...onOff, option: 'auto-assignment on|off' },
	csat_survey_enabled: { in: 'inbox', ...onOff, option: 'csat on|off' },
	/** Whether what a visitor who has left has not read is mailed to them. */
	continuity_via_email: { in: 'widget', ...onOff, option: 'mail-answers on|off' },
	/** The website's own address: mail to it begins conversations. */
	email: {
		in: 'widget',
		change: orNone(
			v.pipe(
				v.string(),
				v.trim(),
				v.toLowerCase(),
				v.maxLength(EMAIL_MAX, 'is too long'),
				v.regex(MAIL_ADDRESS, 'is no address'),
			),
		),
		answer: v.nullable(v.string()),
		option: 'email <hello@shop.example>',
	},
	/** Below what agents answer by mail; variables are filled in. */
	email_signature: {
		in: 'widget',
		change: orNone(upTo(2_000)),
		answer: v.nullable(v.string()),
		option: 'email-signature <text>',
	},
	allow_messages_after_resolved: { in: 'inbox', ...onOff, option: 'messages-after-resolved on|off' },
	/** Whether a code by mail shows visitors their conversations on another device. */
	email_code_enabled: { in: 'widget', ...onOff, option: 'email-code on|off' },
	/** Whether visitors may take back what they have just written. */
	allow_message_changes: { in: 'widget', ...onOff, option: 'message-changes on|off' },
	/**
	 * Whether visitors may have several conversations at once; null for where there are topics.
	 */
	allow_multiple_conversations: {
		in: 'widget',
		change: orNone(truth),
		answer: v.nullable(v.boolean()),
		option: 'multiple-conversations on|off',
	},
	working_hours_enabled: { in: 'inbox', ...onOff, option: 'working-hours on|off' },
	/**
	 * Days that a request does not name stay as they are. The whole week is answered, from Sunday.
	 */
	working_hours: {
		in: 'inbox',
		change: v.pipe(
			v.array(v.union([WorkingDay, NewSpokenDay], 'must open before they close, at times such as 09:30 AM')),
			v.check(
				(days) => new Set(days.map(({ day_of_week }) => day_of_week)).size === days.length,
				'have one span for each day',
			),
		),
		answer: v.array(WorkingHours),
	},
	/**
	 * IANA name, or that of a city or region, which stands for one (docs/time-zones.md, Names of
	 * time zones).
	 */
	timezone: {
		in: 'inbox',
		change: v.pipe(
			v.string(),
			v.maxLength(64, 'is too long'),
			v.transform(timeZoneNamed),
			v.check(isTimeZone, 'is no time zone'),
		),
		answer: v.string(),
		option: 'time-zone <Europe/Berlin>',
	},
	out_of_office_message: {
		in: 'inbox',
		change: orNone(message),
		answer: v.nullable(v.string()),
		option: 'out-of-office <text>',
	},
	/** Whether visitors leave a message with their address outside of the working hours. */
	leave_message_enabled: { in: 'widget', ...onOff, option: 'leave-message on|off' },
	/**
	 * Whether pages show no launcher while no agent is online and it is outside of the working
	 * hours, or none are set.
	 */
	hide_launcher_while_away: { in: 'widget', ...onOff, option: 'hide-launcher-while-away on|off' },
	/** The help centre that visitors are offered, also while it is archived. */
	portal_id: { in: 'inbox', change: orNone(numeric), answer: v.nullable(v.number()) },
	/** Whether its articles are offered while a visitor writes the first message. */
	offer_articles: { in: 'widget', ...onOff, option: 'offer-articles on|off' },
	/** Whether the chat has only articles of the help centre, until a visitor asks for a person. */
	articles_only: { in: 'widget', ...onOff, option: 'articles-only on|off' },
	/** The bot that answers first. */
	agent_bot_id: { in: 'inbox', change: orNone(numeric), answer: v.nullable(v.number()) },
	widget_color: {
		in: 'widget',
		change: v.pipe(v.string(), v.hexColor('is no colour such as #2f5d62')),
		answer: v.string(),
		option: 'color <#rrggbb>',
	},
	welcome_title: { in: 'widget', change: orEmpty(line), answer: v.string(), option: 'welcome-title <text>' },
	welcome_tagline: { in: 'widget', change: orEmpty(line), answer: v.string(), option: 'welcome-tagline <text>' },
	/** The launcher's text; null for the default. */
	launcher_title: {
		in: 'widget',
		change: orNone(line),
		answer: v.nullable(v.string()),
		option: 'launcher-title <text>',
	},
	launcher_size: {
		in: 'widget',
		change: v.picklist(LAUNCHER_SIZES, `must be one of ${LAUNCHER_SIZES.join(', ')}`),
		answer: LauncherSize,
		option: 'launcher-size <name>',
	},
	reply_time: {
		in: 'widget',
		change: v.picklist(REPLY_TIMES, `must be one of ${REPLY_TIMES.join(', ')}`),
		answer: ReplyTime,
		option: 'reply-time <name>',
	},
	selected_feature_flags: {
		in: 'widget',
		column: 'features',
		change: v.pipe(
			v.array(v.picklist(FEATURES, `must be of ${FEATURES.join(', ')}`)),
			v.transform((names) => [...new Set(names)]),
		),
		answer: v.array(Feature),
	},
	pre_chat_form_enabled: { in: 'widget', ...onOff, option: 'pre-chat on|off' },
	pre_chat_form_options: { in: 'widget', change: NewPreChatForm, answer: PreChatFormOptions },
	/** What visitors may choose to write about, in this order. */
	topics: {
		in: 'widget',
		change: v.pipe(
			v.array(NewTopic),
			v.maxLength(TOPICS_MAX, `are too many (maximum is ${TOPICS_MAX})`),
			v.check((topics) => new Set(topics.map(({ id }) => id)).size === topics.length, 'must have different ids'),
		),
		answer: v.array(Topic),
		ifNone: [],
	},
	/** Whether a user of the site has to be proven by a hash. */
	hmac_mandatory: { in: 'widget', ...onOff, option: 'identity-check on|off' },
	/** Public keys in PEM, under which identity tokens are right as well. */
	identity_public_keys: {
		in: 'widget',
		change: v.pipe(v.array(PublicKey), v.maxLength(PUBLIC_KEYS_MAX, `are too many (maximum is ${PUBLIC_KEYS_MAX})`)),
		...list,
	},
	/**
	 * Whose challenge visitors pass before their first message; null, as the next two then have to
	 * be, for none.
	 */
	captcha_provider: { in: 'widget', change: orNone(CaptchaProvider), answer: v.nullable(CaptchaProvider) },
	/** Names the website to the provider. Pages show it to everybody. */
	captcha_site_key: {
		in: 'widget',
		change: orNone(v.pipe(v.string(), v.trim(), v.regex(/^[\w.-]{1,255}$/, 'must be letters, digits, dots, - and _'))),
		answer: v.nullable(v.string()),
	},
	/** With it the server asks the provider about proofs. */
	captcha_secret: {
		in: 'widget',
		change: orNone(v.pipe(v.string(), v.trim(), v.regex(/^\S{1,255}$/, 'must be one word'))),
	},
	disable_branding: { in: 'widget', ...onOff },
	/**
	 * The sites that may frame the chat: a list, or a text with commas; an empty one stands for
	 * all.
	 */
	allowed_domains: {
		in: 'widget',
		change: v.union([
			AllowedDomains,
			v.pipe(
				v.string(),
				v.transform((text) => text.split(/[\s,]+/).filter(Boolean)),
				AllowedDomains,
			),
		]),
		answer: v.array(v.string()),
	},
	/** MIME types; null for the default list. */
	allowed_file_types: {
		in: 'widget',
		change: orNone(v.pipe(v.array(FileType), v.maxLength(100, 'are too many (maximum is 100)'))),
		answer: v.nullable(v.array(v.string())),
	},
	/** Origins from which pages may have the chat load its font, besides the server's own. */
	font_origins: {
		in: 'widget',
		change: v.pipe(v.array(FontOrigin), v.maxLength(20, 'are too many (maximum is 20)')),
		...list,
	},
	/** Looks of the chat in its frame, as lines of CSS; null for none. */
	custom_properties: { in: 'widget', change: orNone(CustomProperties), answer: v.nullable(v.string()) },
	/** What is masked in visitors' messages before they are sent: `cards`, and patterns. */
	masks: { in: 'widget', change: v.pipe(v.array(Mask), v.maxLength(20, 'are too many (maximum is 20)')), ...list },
	/**
	 * Texts of the chat in the owner's words: language → id → text (docs/texts.md). What is not
	 * named stays; a blank or null text brings the catalogue's back.
	 */
	texts: {
		in: 'widget',
		change: v.record(v.string(), v.record(v.string(), orNone(v.string()))),
		answer: OwnTexts,
		ifNone: {},
	},
	/**
	 * The texts that the owner writes for visitors in other languages: language → path → text
	 * (docs/guide/languages.md). What is not named stays; a blank or null text goes.
	 */
	translations: { in: 'inbox', change: TranslationsChange, answer: Translations, ifNone: {} },
	/** Bytes of one file; null for the default. */
	file_size_max: {
		in: 'widget',
		change: orNone(v.pipe(numeric, v.maxValue(FILE_SIZE_MAX, `must be at most ${FILE_SIZE_MAX} bytes`))),
		answer: v.nullable(v.number()),
	},
} as const satisfies Record<string, Setting>;

type Settings = typeof inboxSettings;
export type SettingName = keyof Settings;
/** Those that are answered. */
export type AnsweredName = { [N in SettingName]: Settings[N] extends { answer: unknown } ? N : never }[SettingName];

type Changes = { -readonly [N in SettingName]: Settings[N]['change'] };
type Answers = { -readonly [N in AnsweredName]: Settings[N]['answer'] };

/** @__NO_SIDE_EFFECTS__ */
function schemas(of: 'change' | 'answer'): object {
	const rows = Object.entries<Setting>(inboxSettings).map(([name, setting]) => [name, setting[of]] as const);
	return Object.fromEntries(rows.filter(([, schema]) => schema));
}

/**
 * Open conversations that one agent has at most, of those that the server assigns; null for any
 * number.
 */
export const AssignmentLimit = orNone(
	v.pipe(numeric, v.minValue(1, 'must have a limit of at least 1'), v.maxValue(10_000, 'may have a limit of 10000')),
);

/** What is answered of the settings. */
export const settingAnswers = schemas('answer') as Answers;

/** Absent settings stay as they are. */
export const InboxChange = v.partial(
	v.object({
		...(schemas('change') as Changes),
		auto_assignment_config: v.object({ max_assignment_limit: v.optional(AssignmentLimit) }),
	}),
);
export type InboxChange = v.InferOutput<typeof InboxChange>;

/** Absent settings get their defaults. */
export const NewInbox = v.object({
	...InboxChange.entries,
	name: inboxSettings.name.change,
	type: v.optional(v.literal('web_widget')),
	/** The people of the account who answer there; the one who adds it by default. */
	user_ids: v.optional(UserIds),
});
