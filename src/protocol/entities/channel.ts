/** What a website's channel tells the host page, the frame and the visitor's REST client. */
import * as v from 'valibot';
import { Portal } from './articles.ts';
import { CaptchaProvider } from './captcha.ts';
import { DarkMode } from './darkMode.ts';
import { FrameTheme } from './frameTheme.ts';
import { CompiledTexts } from './ownTexts.ts';
import { VisibleWhen } from './visibleWhen.ts';

export const LAUNCHER_SIZES = ['small', 'medium', 'large'] as const;
export const LauncherSize = v.picklist(LAUNCHER_SIZES);
export type LauncherSize = v.InferOutput<typeof LauncherSize>;

/**
 * `GET /widget/channel.json`: the channel's public look, all that a page loads before a visitor
 * shows interest. Small and cacheable; nothing in it depends on the visitor.
 */
export const ChannelLook = v.object({
	website_name: v.string(),
	/** What the chat greets visitors with; '' for nothing. */
	welcome_title: v.string(),
	welcome_tagline: v.string(),
	/** Any CSS colour the owner chose, `#rrggbb` from the desk. */
	widget_color: v.string(),
	/** The launcher's text; absent for "Chat with us" in the page's language. */
	launcher_title: v.optional(v.string()),
	/** Absent for `medium`. */
	launcher_size: v.optional(LauncherSize),
	/** The channel's logo, or ''. */
	avatar_url: v.string(),
	locale: v.string(),
	has_campaigns: v.optional(v.literal(true)),
	/**
	 * Whether the team is there: by the channel's hours, and without any, whether one of its agents
	 * is online.
	 */
	is_available: v.boolean(),
	/** The team is away, and the website then shows no launcher; absent otherwise. */
	hide_launcher: v.optional(v.literal(true)),
	/** Visitor tokens name the channel that they are for by this id. */
	inbox_id: v.number(),
	/** Language → texts of the page's side in the owner's words; absent where there are none. */
	texts: v.optional(v.record(v.string(), CompiledTexts)),
	/**
	 * The texts are in the language that was asked for, as far as the channel has it, and others
	 * exist; absent where none do.
	 */
	has_locales: v.optional(v.literal(true)),
	/**
	 * Whether home has topics, or articles alone, in place of its button; absent where it has not.
	 */
	has_topics: v.optional(v.literal(true)),
	/**
	 * The challenge that a visitor passes before their first message; absent where there is none.
	 */
	captcha: v.optional(v.object({ provider: CaptchaProvider, site_key: v.string() })),
});
export type ChannelLook = v.InferOutput<typeof ChannelLook>;

export const FEATURES = ['attachments', 'emoji_picker', 'end_conversation', 'use_inbox_avatar_for_bot'] as const;
export const Feature = v.picklist(FEATURES);
export type Feature = v.InferOutput<typeof Feature>;

export const REPLY_TIMES = ['in_a_few_minutes', 'in_a_few_hours', 'in_a_day'] as const;
export const ReplyTime = v.picklist(REPLY_TIMES);
export type ReplyTime = v.InferOutput<typeof ReplyTime>;

/** One weekday's hours; 0 is Sunday. Hours are null on a day that has none. */
export const WorkingHours = v.object({
	day_of_week: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6)),
	open_hour: v.nullable(v.number()),
	open_minutes: v.nullable(v.number()),
	close_hour: v.nullable(v.number()),
	close_minutes: v.nullable(v.number()),
	closed_all_day: v.boolean(),
	open_all_day: v.boolean(),
});
export type WorkingHours = v.InferOutput<typeof WorkingHours>;

/** A rule for a value, in addition to what the type of its field demands. */
export const PreChatRule = v.variant('rule', [
	/**
	 * A limit on the value of a number, or on the count of characters of a text; so are the next
	 * two.
	 */
	v.object({ rule: v.literal('min'), min: v.number() }),
	v.object({ rule: v.literal('max'), max: v.number() }),
	v.object({ rule: v.literal('between'), min: v.number(), max: v.number() }),
	v.object({ rule: v.picklist(['email', 'url', 'number', 'digits', 'domain', 'phone', 'phone_without_dial_code']) }),
]);
export type PreChatRule = v.InferOutput<typeof PreChatRule>;

export const PreChatField = v.object({
	field_type: v.picklist(['standard', 'contact_attribute', 'conversation_attribute']),
	name: v.string(),
	type: v.string(),
	label: v.string(),
	placeholder: v.optional(v.string()),
	required: v.boolean(),
	enabled: v.boolean(),
	values: v.optional(v.array(v.string())),
	/**
	 * What a visitor reads in place of each value, which stays what is sent; absent where that is
	 * the same.
	 */
	value_labels: v.optional(v.array(v.string())),
	regex_pattern: v.optional(v.string()),
	regex_cue: v.optional(v.string()),
	rules: v.optional(v.array(PreChatRule)),
	/**
	 * Where the field shows; absent where it always does. The values are those that are sent, and a
	 * checkbox has `true` or `false`. Chatwoot has no such condition.
	 */
	visible_when: v.optional(VisibleWhen),
});
export type PreChatField = v.InferOutput<typeof PreChatField>;

export const PreChatFormOptions = v.object({
	pre_chat_message: v.nullable(v.string()),
	pre_chat_fields: v.array(PreChatField),
	/**
	 * The visitor agrees to the installation's privacy policy and terms before anything is sent.
	 * Chatwoot has no such setting.
	 */
	consent_required: v.optional(v.boolean()),
});
export type PreChatFormOptions = v.InferOutput<typeof PreChatFormOptions>;

/** What a visitor may choose to write about. */
export const OfferedTopic = v.object({ id: v.string(), name: v.string() });
export type OfferedTopic = v.InferOutput<typeof OfferedTopic>;

/** A topic with what follows from its choice. */
export const Topic = v.object({
	...OfferedTopic.entries,
	/** Takes the place of the channel's greeting; null for that one. */
	greeting: v.nullable(v.string()),
	/** The label that the conversation gets, of the account's labels; null for none. */
	label: v.nullable(v.string()),
	/** The team that the conversation gets, of the account's teams; absent or null for none. */
	team_id: v.optional(v.nullable(v.number())),
});
export type Topic = v.InferOutput<typeof Topic>;

export const Language = v.object({ name: v.string(), iso_639_1_code: v.string() });
export type Language = v.InferOutput<typeof Language>;

/**
 * The channel's settings as `/widget` embeds them (docs/wire.md, The widget page); keys are
 * Chatwoot's globals.
 */
export const WidgetChannel = v.object({
	websiteToken: v.string(),
	websiteName: v.string(),
	welcomeTitle: v.string(),
	welcomeTagline: v.string(),
	avatarUrl: v.string(),
	widgetColor: v.string(),
	locale: v.string(),
	/** Their codes; `POST /config` tells their names too. */
	enabledLanguages: v.array(v.string()),
	enabledFeatures: v.array(Feature),
	/** Name of the bot that answers first, or ''. */
	hasAConnectedAgentBot: v.string(),
	/** Megabytes (2^20 bytes) of one file. */
	maximumFileUploadSize: v.number(),
	/** MIME types; a `/*` stands for the whole kind. */
	allowedFileTypes: v.array(v.string()),
	replyTime: ReplyTime,
	preChatFormEnabled: v.boolean(),
	preChatFormOptions: PreChatFormOptions,
	csatSurveyEnabled: v.boolean(),
	workingHoursEnabled: v.boolean(),
	workingHours: v.array(WorkingHours),
	outOfOfficeMessage: v.nullable(v.string()),
	utcOffset: v.string(),
	timezone: v.string(),
	allowMessagesAfterResolved: v.boolean(),
	/** Whether visitors may take back what they have just written; absent where they may not. */
	allowMessageChanges: v.optional(v.literal(true)),
	/** Whether visitors may have several conversations at once; absent where they may not. */
	allowMultipleConversations: v.optional(v.literal(true)),
	disableBranding: v.boolean(),
	/** What is masked in a message before it is sent; absent where nothing is. */
	masks: v.optional(v.array(v.string())),
	/**
	 * Whether visitors leave a message with their address outside of the working hours; absent
	 * where they chat.
	 */
	leaveMessage: v.optional(v.literal(true)),
	/** Whether a code by mail shows visitors their conversations; absent where it does not. */
	emailCode: v.optional(v.literal(true)),
	/**
	 * Looks that the website has set for light and for dark, which those of the page override;
	 * absent where there are none.
	 */
	themes: v.optional(v.object({ light: FrameTheme, dark: FrameTheme })),
	/**
	 * Origins from which the page may have a font loaded, besides the server's own; absent where
	 * there are none.
	 */
	fontOrigins: v.optional(v.array(v.string())),
	/** What visitors may choose to write about; absent where there is nothing to choose. */
	topics: v.optional(v.array(OfferedTopic)),
	/**
	 * The challenge that a visitor passes before their first message; absent where there is none.
	 */
	captcha: v.optional(v.object({ provider: CaptchaProvider, siteKey: v.string() })),
	/**
	 * Its texts exist in several languages, and these are for the language that was asked for;
	 * absent where they do not.
	 */
	isTranslated: v.optional(v.literal(true)),
	/** The channel's help centre, or null. */
	portal: v.nullable(Portal),
	/**
	 * Whether articles of the help centre are offered while a visitor writes the first message;
	 * absent where they are.
	 */
	offerArticles: v.optional(v.literal(false)),
	/**
	 * Whether home has articles of the help centre in place of the way to the conversation, which
	 * is below them; absent where it has not. There are `topics` then, if need be none.
	 */
	articlesOnly: v.optional(v.literal(true)),
});
export type WidgetChannel = v.InferOutput<typeof WidgetChannel>;

/**
 * What a channel says to visitors in words of its owner, for a frame that changes to another
 * language.
 */
export const ChannelTexts = v.pick(WidgetChannel, [
	'websiteName',
	'welcomeTitle',
	'welcomeTagline',
	'outOfOfficeMessage',
	'preChatFormOptions',
	'topics',
]);
export type ChannelTexts = v.InferOutput<typeof ChannelTexts>;

/** Whose product the chat is shown as; a field that the installation does not set is ''. */
export const Brand = v.object({
	/** Where it is '', no brand is shown. */
	BRAND_NAME: v.string(),
	LOGO_THUMBNAIL: v.string(),
	WIDGET_BRAND_URL: v.string(),
});
export type Brand = v.InferOutput<typeof Brand>;

/**
 * The installation's own facts (docs/wire.md, The widget page). Chatwoot tells the frame only the
 * brand and the way in which files are uploaded.
 */
export const GlobalConfig = v.object({
	...Brand.entries,
	/** Part of the title of a pop-out window. */
	INSTALLATION_NAME: v.string(),
	PRIVACY_URL: v.string(),
	TERMS_URL: v.string(),
	/**
	 * Visitors may not change what the team knows about them (`PROFILE_UPDATE_DISABLED` in
	 * errors.ts).
	 */
	DISABLE_USER_PROFILE_UPDATE: v.boolean(),
	/** Files are sent by direct uploads instead of with the message (docs/wire.md, Attachments). */
	DIRECT_UPLOADS_ENABLED: v.boolean(),
	/** Whether visitors are offered a transcript by mail; without a mail server they are not. */
	TRANSCRIPTS_ENABLED: v.boolean(),
});
export type GlobalConfig = v.InferOutput<typeof GlobalConfig>;

/** How the frame connects for realtime: Socket.IO on our server, ActionCable on Chatwoot's. */
export const CableProtocol = v.picklist(['socket.io', 'action-cable']);
export type CableProtocol = v.InferOutput<typeof CableProtocol>;

/** A visitor's session: the token for REST and the token for realtime. */
export const VisitorSession = v.object({
	authToken: v.string(),
	pubsubToken: v.string(),
	/** The site's own id of the visitor, once the site has told it by `setUser`. */
	identifier: v.optional(v.string()),
});
export type VisitorSession = v.InferOutput<typeof VisitorSession>;

/** The JSON in the `/widget` document. `session` is null until the visitor has one. */
export const WidgetPage = v.object({
	channel: WidgetChannel,
	/**
	 * The document's language → texts in the owner's words; absent where the channel has none in
	 * any language.
	 */
	texts: v.optional(v.record(v.string(), CompiledTexts)),
	globalConfig: GlobalConfig,
	cable: CableProtocol,
	/** Whether the channel has campaigns, so that the frame asks for none in vain. */
	hasCampaigns: v.boolean(),
	session: v.nullable(VisitorSession),
	/**
	 * Whether the session's visitor has a conversation: an open chat then shows its messages first.
	 */
	hasConversation: v.boolean(),
});
export type WidgetPage = v.InferOutput<typeof WidgetPage>;

/** What the element appends to the address of `/widget`. Everything but the first is optional. */
export const WidgetPageQuery = v.object({
	website_token: v.string(),
	/** The visitor token that the host page kept; an invalid one means none. */
	cw_conversation: v.optional(v.string()),
	locale: v.optional(v.string()),
	/**
	 * What is shown first, so that the document preloads only the chunks for that. `expected`: the
	 * panel is closed, and the visitor's pointer or focus is on what opens it.
	 */
	view: v.optional(v.picklist(['open', 'expected', 'closed'])),
	/**
	 * Present after the page moved the frame's element, which makes the browser load it again: the
	 * chat shows what it showed before.
	 */
	resume: v.optional(v.string()),
	/**
	 * `pending`: `set-user` follows, and nothing that this browser remembers of a visitor may be
	 * shown before. `apart`: the frame neither reads nor changes what this browser remembers, since
	 * that may be another person's: the page has another user now, the visitor comes by a mail's
	 * link, or the desk previews a website.
	 */
	user: v.optional(v.string()),
	/** What the page wants to be asked before, as in the tag's attribute `ask-before`. */
	ask: v.optional(v.string()),
	/**
	 * In a window of its own: what the page says that its visitors write about, as in the tag's
	 * attribute `topic`.
	 */
	topic: v.optional(v.string()),
	/**
	 * The page's wish for light or dark, so that the document has that background before any script
	 * runs.
	 */
	color_scheme: v.optional(DarkMode),
	/**
	 * The embedding page's origin: the frame accepts messages from it alone, and sends to it alone.
	 */
	origin: v.optional(v.string()),
});
export type WidgetPageQuery = v.InferOutput<typeof WidgetPageQuery>;
