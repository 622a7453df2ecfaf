import { useLingui } from '@lingui/react/macro';
import type { AuditedType } from '#protocol/application/auditLogRoutes.ts';
import type { inboxSettings } from '#protocol/application/inboxSettings.ts';

type Names = Readonly<Record<string, string>>;

type Settings = typeof inboxSettings;

/** Under which names the settings' table stores what forms change. */
type SettingColumn = {
	[Name in keyof Settings]: Settings[Name] extends { readonly column: infer Column extends string } ? Column : Name;
}[keyof Settings];

/**
 * A function that answers the name under which the settings show a field; undefined where they show
 * it otherwise.
 */
export function useFieldNames(): (type: AuditedType, field: string) => string | undefined {
	const { t } = useLingui();
	/** Those that are the same wherever the field is. */
	const shared: Names = {
		name: t`Name`,
		title: t`Title`,
		description: t`Description`,
		color: t`Color`,
		locale: t`Language`,
		role: t`Role`,
		email: t`Email address`,
		status: t`Status`,
	};
	const own: Partial<Record<AuditedType, Names>> = {
		Account: { auto_resolve_duration: t`Resolve open conversations after this many days without a message` },
		User: { name: t`Full name`, display_name: t`Name that visitors see`, avatar_url: t`Picture` },
		AccountUser: { name: t`Full name` },
		AccessToken: { name: t`Purpose`, expires_at: t`Expires on` },
		Inbox: {
			website_url: t`Website address`,
			widget_color: t`Color`,
			avatar_url: t`Logo`,
			custom_properties: t`CSS custom properties`,
			font_origins: t`Allowed origins of fonts`,
			launcher_title: t`Text of the chat button`,
			launcher_size: t`Size of the chat button`,
			welcome_title: t`Welcome title`,
			welcome_tagline: t`Welcome text`,
			reply_time: t`Reply time`,
			greeting_enabled: t`Reply to the first message with a greeting`,
			greeting_message: t`Greeting`,
			translations: t`Languages`,
			features: t`What the chat offers`,
			allowed_file_types: t`File types`,
			portal_id: t`Help center`,
			articles_only: t`Show only articles until a visitor asks for a person`,
			offer_articles: t`Offer articles while a visitor writes the first message`,
			csat_survey_enabled: t`Ask for a rating when a conversation is resolved`,
			allow_messages_after_resolved: t`Let visitors write again in a resolved conversation`,
			allow_multiple_conversations: t`Let visitors have several conversations at once`,
			allow_message_changes: t`Let visitors edit and delete their messages for two minutes`,
			email_collect_enabled: t`Ask visitors for their email address`,
			continuity_via_email: t`Email replies to visitors who have left`,
			email_signature: t`Signature`,
			email_code_enabled: t`Let visitors see their conversations on another device by a code sent to their email address`,
			disable_branding: t`Hide the “Powered by” line`,
			enable_auto_assignment: t`Assign open conversations to the agents who are online, in turn`,
			working_hours_enabled: t`Use working hours`,
			timezone: t`Time zone`,
			out_of_office_message: t`Message outside working hours`,
			leave_message_enabled: t`Let visitors leave a message with their email address outside working hours`,
			hide_launcher_while_away: t`Hide the chat button while the team is away`,
			pre_chat_form_enabled: t`Ask visitors for details before their first message`,
			allowed_domains: t`Allowed domains`,
			captcha_provider: t`Captcha`,
			captcha_site_key: t`Site key`,
			captcha_secret: t`Secret`,
			hmac_mandatory: t`Accept signed-in visitors only if your server has verified them`,
			agent_bot_id: t`Bot`,
		} satisfies Partial<Record<SettingColumn | 'agent_bot_id', string>>,
		Team: { allow_auto_assign: t`Assign open conversations to the agents who are online, in turn` },
		AgentBot: { outgoing_url: t`URL`, avatar_url: t`Picture` },
		Webhook: { url: t`URL`, subscriptions: t`Events` },
		Campaign: {
			inbox_id: t`Website`,
			message: t`Message`,
			sender_id: t`Sender`,
			trigger_url: t`Page`,
			trigger_only_during_business_hours: t`Only during working hours`,
			enabled: t({ context: 'campaign', message: 'Active' }),
		},
		Portal: {
			slug: t`Address`,
			allowed_locales: t`Languages`,
			default_locale: t`Default language`,
			header_text: t`Headline of the home page`,
			homepage_link: t`Link to your website`,
			archived: t`Archived: nobody can read it`,
		},
		Article: { category_id: t`Category`, content: t`Article text` },
		CannedResponse: { short_code: t`Short code`, content: t`Message` },
		Contact: { name: t`Full name` },
		Message: { conversation_id: t`Conversation`, content: t`Text` },
		CustomAttributeDefinition: {
			attribute_display_name: t`Name`,
			attribute_key: t`Key`,
			attribute_model: t`Applies to`,
			attribute_display_type: t`Type`,
			attribute_values: t`Choices`,
			attribute_description: t`Description`,
		},
	};
	return (type, field) => own[type]?.[field] ?? shared[field];
}
