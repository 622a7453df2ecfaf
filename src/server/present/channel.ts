/** A channel as the wire shows it (docs/wire.md, The widget page). */
import { MEGABYTE } from '#protocol/entities/attachments.ts';
import type { ChannelLook, ChannelTexts, Language, WidgetChannel } from '#protocol/entities/channel.ts';
import { readCustomProperties } from '#protocol/frame/customProperties.ts';
import { ENABLED_LOCALES, languageTag } from '#protocol/base/locales.ts';
import { visitorFileRules } from '../domain/messages/attach.ts';
import { captchaOf } from '../domain/contacts/captcha.ts';
import { allowsMultiple } from '../domain/contacts/allowsMultiple.ts';
import { offersEmailCode } from '../domain/contacts/mailbox.ts';
import { textsOfPage } from '../domain/websites/ownTexts.ts';
import { hasTranslations } from '../domain/translations/translations.ts';
import type { Channel } from '../store/websites/channels.ts';
import { presentPortal } from './article.ts';

export function presentChannelLook(channel: Channel, hasCampaigns: boolean, isAvailable: boolean): ChannelLook {
	const { inbox, widget } = channel;
	const texts = textsOfPage(widget.texts);
	const captcha = captchaOf(widget);
	return {
		website_name: inbox.name,
		welcome_title: widget.welcome_title,
		welcome_tagline: widget.welcome_tagline,
		widget_color: widget.widget_color,
		...(widget.launcher_title !== null && { launcher_title: widget.launcher_title }),
		...(widget.launcher_size !== 'medium' && { launcher_size: widget.launcher_size }),
		avatar_url: inbox.avatar_url,
		locale: inbox.locale,
		...(hasCampaigns && { has_campaigns: true as const }),
		is_available: isAvailable,
		...(!isAvailable && widget.hide_launcher_while_away && { hide_launcher: true as const }),
		inbox_id: inbox.id,
		...(texts && { texts }),
		...(hasTranslations(inbox.translations) && { has_locales: true as const }),
		...((widget.topics?.length || hasArticlesOnly(channel)) && { has_topics: true as const }),
		...(captcha && { captcha: { provider: captcha.provider, site_key: captcha.siteKey } }),
	};
}

/**
 * `canMail`: whether the server sends mails, without which visitors leave no message to be answered
 * by one, and get no code.
 */
export function presentChannel(channel: Channel, canMail: boolean): WidgetChannel {
	const { inbox, widget, bot, portal } = channel;
	const fileRules = visitorFileRules(channel);
	const captcha = captchaOf(widget);
	return {
		websiteToken: widget.website_token,
		...presentChannelTexts(channel),
		avatarUrl: inbox.avatar_url,
		widgetColor: widget.widget_color,
		locale: inbox.locale,
		enabledLanguages: [...ENABLED_LOCALES],
		enabledFeatures: widget.features,
		hasAConnectedAgentBot: bot?.name ?? '',
		maximumFileUploadSize: fileRules.sizeMax / MEGABYTE,
		allowedFileTypes: [...fileRules.types],
		replyTime: widget.reply_time,
		preChatFormEnabled: widget.pre_chat_form_enabled,
		csatSurveyEnabled: inbox.csat_survey_enabled,
		workingHoursEnabled: inbox.working_hours_enabled,
		workingHours: inbox.working_hours,
		utcOffset: utcOffset(inbox.timezone, new Date()),
		timezone: inbox.timezone,
		allowMessagesAfterResolved: inbox.allow_messages_after_resolved,
		...(widget.allow_message_changes && { allowMessageChanges: true as const }),
		...(allowsMultiple(channel) && { allowMultipleConversations: true as const }),
		disableBranding: widget.disable_branding,
		...(widget.masks?.length && { masks: widget.masks }),
		...(canMail && widget.leave_message_enabled && { leaveMessage: true as const }),
		...(offersEmailCode(channel, canMail) && { emailCode: true as const }),
		...(widget.custom_properties !== null && { themes: readCustomProperties(widget.custom_properties).themes }),
		...(widget.font_origins?.length && { fontOrigins: widget.font_origins }),
		...(hasTranslations(inbox.translations) && { isTranslated: true as const }),
		...(captcha && { captcha: { provider: captcha.provider, siteKey: captcha.siteKey } }),
		portal: portal ? presentPortal(portal) : null,
		...(portal && !widget.offer_articles && { offerArticles: false as const }),
		...(hasArticlesOnly(channel) && { articlesOnly: true as const }),
	};
}

/**
 * What visitors read of the owner's words, in the language that the channel is in (`channelIn`).
 */
export function presentChannelTexts(channel: Channel): ChannelTexts {
	const { inbox, widget } = channel;
	const topics = widget.topics ?? [];
	return {
		websiteName: inbox.name,
		welcomeTitle: widget.welcome_title,
		welcomeTagline: widget.welcome_tagline,
		outOfOfficeMessage: inbox.out_of_office_message,
		preChatFormOptions: widget.pre_chat_form_options,
		...((topics.length > 0 || hasArticlesOnly(channel)) && { topics: topics.map(({ id, name }) => ({ id, name })) }),
	};
}

/** An archived help centre has no articles to begin with. */
function hasArticlesOnly({ widget, portal }: Channel): boolean {
	return widget.articles_only && portal !== undefined && !portal.archived;
}

export const LANGUAGES: Language[] = ENABLED_LOCALES.map((locale) => {
	const names = new Intl.DisplayNames([languageTag(locale)], { type: 'language' });
	return { name: `${names.of(languageTag(locale)) ?? locale} (${locale})`, iso_639_1_code: locale };
});

/** The offset at that moment, such as `+05:30`. */
function utcOffset(timeZone: string, at: Date): string {
	const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
	const offset = parts.find((part) => part.type === 'timeZoneName')?.value.replace('GMT', '');
	return offset || '+00:00';
}
