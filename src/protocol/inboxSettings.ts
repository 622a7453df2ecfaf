/**
 * The settings of a website's inbox, by their names on the wire: what each may be, for REST and commands alike
 * (docs/application-api.md, Inboxes). The texts of refusals follow the name of the field.
 */
import * as v from 'valibot';
import { FILE_SIZE_MAX } from './attachments.ts';
import { CaptchaProvider } from './captcha.ts';
import { FEATURES, REPLY_TIMES, type PreChatField, PreChatRule, WorkingHours } from './channel.ts';
import { maxCharacters } from './characters.ts';
import { CUSTOM_PROPERTIES, CUSTOM_PROPERTIES_MAX, readCustomProperties } from './customProperties.ts';
import { labelTitle } from './labelRoutes.ts';
import { PUBLIC_KEYS_MAX, TOPICS_MAX } from './limits.ts';
import { LOCALES } from './locales.ts';
import { Mask } from './masks.ts';
import { numeric, orNone, truth } from './numeric.ts';
import { isTimeZone } from './timeZone.ts';
import { timeZoneNamed } from './timeZoneNames.ts';
import { withoutNothing } from './withoutNothing.ts';
import { hoursOf, isValidDay, readSpokenDay } from './workingHours.ts';

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
	}),
	v.transform((field) => withoutNothing(field) as unknown as PreChatField),
);

/** What a visitor is asked before the first message, as an owner sets it. */
export const NewPreChatForm = v.object({
	pre_chat_message: v.optional(orNone(message), null),
	pre_chat_fields: v.pipe(v.array(NewPreChatField), v.maxLength(50, 'are too many (maximum is 50)')),
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
});

/** An RSA key of at least 2048 bits, or one of the curve P-256, as `openssl pkey -pubout` prints it. */
export const PublicKey = v.pipe(
	v.string(),
	v.trim(),
	v.maxLength(2_000, 'is too long'),
	v.regex(
		/^(?:-----BEGIN PUBLIC KEY-----\s[\w+/=\s]+-----END PUBLIC KEY-----|\{[^]*\})$/,
		'must be in PEM (-----BEGIN PUBLIC KEY-----), or be a JWK',
	),
);

/** Who answers in an inbox. */
export const UserIds = v.pipe(v.array(numeric), v.maxLength(1_000, 'are too many (maximum is 1000)'));

/** Each setting with the rule for its value. */
export const inboxSettings = {
	name: v.pipe(line, v.minLength(1, "can't be blank")),
	/** The address of the logo; blank for none. */
	avatar_url: orEmpty(
		v.pipe(
			v.string(),
			v.maxLength(2_000, 'is too long'),
			v.regex(/^https?:\/\//, 'is no address'),
			v.url('is no address'),
		),
	),
	/** Where the chat is embedded, for the team's own information. */
	website_url: orEmpty(upTo(2_000)),
	/** The language of visitors whose own is not offered. */
	locale: v.picklist(LOCALES, 'is no known locale'),
	greeting_enabled: truth,
	greeting_message: orNone(message),
	enable_email_collect: truth,
	/** Whether the server assigns open conversations to the members who are online, in turn. */
	enable_auto_assignment: truth,
	/** Open conversations that one agent has at most, of those that the server assigns; null for any number. */
	auto_assignment_config: v.object({
		max_assignment_limit: v.optional(
			orNone(
				v.pipe(
					numeric,
					v.minValue(1, 'must have a limit of at least 1'),
					v.maxValue(10_000, 'may have a limit of 10000'),
				),
			),
		),
	}),
	csat_survey_enabled: truth,
	/** Whether what a visitor who has left has not read is mailed to them. */
	continuity_via_email: truth,
	allow_messages_after_resolved: truth,
	working_hours_enabled: truth,
	/** Days that are not named stay as they are. */
	working_hours: v.pipe(
		v.array(v.union([WorkingDay, NewSpokenDay], 'must open before they close, at times such as 09:30 AM')),
		v.check(
			(days) => new Set(days.map(({ day_of_week }) => day_of_week)).size === days.length,
			'have one span for each day',
		),
	),
	/** IANA name, or that of a city or region, which stands for one (docs/time-zones.md, Names of time zones). */
	timezone: v.pipe(
		v.string(),
		v.maxLength(64, 'is too long'),
		v.transform(timeZoneNamed),
		v.check(isTimeZone, 'is no time zone'),
	),
	out_of_office_message: orNone(message),
	/** Whether visitors leave a message with their address outside of the working hours. */
	leave_message_enabled: truth,
	/** Whether pages show no launcher while the team is away: outside of the working hours, or without any, while nobody is online. */
	hide_launcher_while_away: truth,
	/** The help centre that visitors are offered. */
	portal_id: orNone(numeric),
	/** The bot that answers first. */
	agent_bot_id: orNone(numeric),
	widget_color: v.pipe(v.string(), v.hexColor('is no colour such as #2f5d62')),
	welcome_title: orEmpty(line),
	welcome_tagline: orEmpty(line),
	/** Null for the default text. */
	launcher_title: orNone(line),
	reply_time: v.picklist(REPLY_TIMES, `must be one of ${REPLY_TIMES.join(', ')}`),
	selected_feature_flags: v.pipe(
		v.array(v.picklist(FEATURES, `must be of ${FEATURES.join(', ')}`)),
		v.transform((names) => [...new Set(names)]),
	),
	pre_chat_form_enabled: truth,
	pre_chat_form_options: NewPreChatForm,
	/** What visitors may choose to write about, in this order. */
	topics: v.pipe(
		v.array(NewTopic),
		v.maxLength(TOPICS_MAX, `are too many (maximum is ${TOPICS_MAX})`),
		v.check((topics) => new Set(topics.map(({ id }) => id)).size === topics.length, 'must have different ids'),
	),
	/** Whether a user of the site has to be proven by a hash. */
	hmac_mandatory: truth,
	/** Public keys in PEM, under which identity tokens are right as well. */
	identity_public_keys: v.pipe(
		v.array(PublicKey),
		v.maxLength(PUBLIC_KEYS_MAX, `are too many (maximum is ${PUBLIC_KEYS_MAX})`),
	),
	/** Whose challenge visitors pass before their first message; null, as the next two then have to be, for none. */
	captcha_provider: orNone(CaptchaProvider),
	/** Names the website to the provider. Pages show it to everybody. */
	captcha_site_key: orNone(
		v.pipe(v.string(), v.trim(), v.regex(/^[\w.-]{1,255}$/, 'must be letters, digits, dots, - and _')),
	),
	/** With it the server asks the provider about proofs. It is never answered. */
	captcha_secret: orNone(v.pipe(v.string(), v.trim(), v.regex(/^\S{1,255}$/, 'must be one word'))),
	disable_branding: truth,
	/** A list, or a text with commas; an empty one lets every site frame the chat. */
	allowed_domains: v.union([
		AllowedDomains,
		v.pipe(
			v.string(),
			v.transform((text) => text.split(/[\s,]+/).filter(Boolean)),
			AllowedDomains,
		),
	]),
	/** Null for the default list. */
	allowed_file_types: orNone(v.pipe(v.array(FileType), v.maxLength(100, 'are too many (maximum is 100)'))),
	/** Origins from which pages may have the chat load its font; an empty list for the server's own alone. */
	font_origins: v.pipe(v.array(FontOrigin), v.maxLength(20, 'are too many (maximum is 20)')),
	/** Looks of the chat in its frame, as lines of CSS; null for none. */
	custom_properties: orNone(CustomProperties),
	/** What is masked in visitors' messages before they are sent. */
	masks: v.pipe(v.array(Mask), v.maxLength(20, 'are too many (maximum is 20)')),
	/**
	 * Texts of the chat in the owner's words: language → id → text (docs/texts.md). What is not named stays; a blank or null text brings
	 * the catalogue's back.
	 */
	texts: v.record(v.string(), v.record(v.string(), orNone(v.string()))),
	/** Bytes of one file; null for the default. */
	file_size_max: orNone(v.pipe(numeric, v.maxValue(FILE_SIZE_MAX, `must be at most ${FILE_SIZE_MAX} bytes`))),
};

/** Absent settings stay as they are. */
export const InboxChange = v.partial(v.object(inboxSettings));
export type InboxChange = v.InferOutput<typeof InboxChange>;

/** Absent settings get their defaults. */
export const NewInbox = v.object({
	...InboxChange.entries,
	name: inboxSettings.name,
	type: v.optional(v.literal('web_widget')),
	/** The people of the account who answer there; the one who adds it by default. */
	user_ids: v.optional(UserIds),
});
