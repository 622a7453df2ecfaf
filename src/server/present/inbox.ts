/** A website as the team's REST routes answer it (docs/application-api.md, Inboxes). */
import { embedCode } from '#protocol/embedCode.ts';
import type { TeamInbox } from '#protocol/inboxRoutes.ts';
import { spokenDaysOf } from '#protocol/workingHours.ts';
import type { Channel } from '../store/channels.ts';
import { withTag } from './tagged.ts';
import { seconds } from './times.ts';
import type { Member } from '../store/users.ts';

/** What nobody changes as a setting, or follows from other settings: it has no part in the tag. */
type KeptApart =
	| 'base_url'
	| 'etag'
	| 'former_hmac_until'
	| 'help_center'
	| 'hmac_token'
	| 'page_seen_at'
	| 'web_widget_script';

/** `baseUrl`: the address at which pages reach the server. */
export function presentInbox(
	{ inbox, widget, portal }: Channel,
	{ role }: Pick<Member, 'role'>,
	baseUrl: string,
): TeamInbox {
	const week = inbox.working_hours.toSorted((one, other) => one.day_of_week - other.day_of_week);
	const edited: Omit<TeamInbox, KeptApart> = {
		id: inbox.id,
		avatar_url: inbox.avatar_url,
		name: inbox.name,
		channel_type: 'Channel::WebWidget',
		greeting_enabled: inbox.greeting_enabled,
		greeting_message: inbox.greeting_message,
		working_hours_enabled: inbox.working_hours_enabled,
		enable_email_collect: inbox.email_collect_enabled,
		csat_survey_enabled: inbox.csat_survey_enabled,
		enable_auto_assignment: inbox.enable_auto_assignment,
		auto_assignment_config: { max_assignment_limit: inbox.max_assignment_limit },
		out_of_office_message: inbox.out_of_office_message,
		working_hours: week,
		working_hours_form: spokenDaysOf(week),
		timezone: inbox.timezone,
		allow_messages_after_resolved: inbox.allow_messages_after_resolved,
		widget_color: widget.widget_color,
		website_url: widget.website_url,
		hmac_mandatory: widget.hmac_mandatory,
		identity_public_keys: widget.identity_public_keys ?? [],
		welcome_title: widget.welcome_title,
		welcome_tagline: widget.welcome_tagline,
		website_token: widget.website_token,
		selected_feature_flags: widget.features,
		reply_time: widget.reply_time,
		pre_chat_form_enabled: widget.pre_chat_form_enabled,
		pre_chat_form_options: widget.pre_chat_form_options,
		continuity_via_email: widget.continuity_via_email,
		leave_message_enabled: widget.leave_message_enabled,
		hide_launcher_while_away: widget.hide_launcher_while_away,
		locale: inbox.locale,
		launcher_title: widget.launcher_title,
		disable_branding: widget.disable_branding,
		allowed_domains: widget.allowed_domains,
		allowed_file_types: widget.allowed_file_types,
		file_size_max: widget.file_size_max,
		font_origins: widget.font_origins ?? [],
		custom_properties: widget.custom_properties,
		masks: widget.masks ?? [],
		texts: widget.texts ?? {},
		topics: widget.topics ?? [],
		captcha_provider: widget.captcha_provider,
		captcha_site_key: widget.captcha_site_key,
		portal_id: inbox.portal_id,
		agent_bot_id: inbox.agent_bot_id,
	};
	return {
		...withTag(edited),
		base_url: baseUrl,
		web_widget_script: embedCode({
			websiteToken: widget.website_token,
			baseUrl,
			launcherTitle: widget.launcher_title,
		}),
		...(portal && { help_center: { name: portal.name, slug: portal.slug } }),
		page_seen_at: seconds(inbox.page_seen_at),
		// With this key, anyone could act as any user of the site.
		...(role === 'administrator' && {
			hmac_token: widget.hmac_token,
			former_hmac_until: seconds(widget.former_hmac_until),
		}),
	};
}
