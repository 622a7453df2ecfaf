/** A website as the team's REST routes answer it (docs/application-api.md, Inboxes). */
import { embedCode } from '#protocol/frame/embedCode.ts';
import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';
import { spokenDaysOf } from '#protocol/entities/workingHours.ts';
import type { Channel } from '../store/websites/channels.ts';
import { answersOf } from '../domain/websites/settingColumns.ts';
import { withTag } from './tagged.ts';
import { seconds } from './times.ts';
import type { Member } from '../store/people/users.ts';

/** What is not changed as a setting, or follows from other settings: it has no part in the tag. */
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
		channel_type: 'Channel::WebWidget',
		website_token: widget.website_token,
		...answersOf({ inbox: { ...inbox, working_hours: week }, widget }),
		working_hours_form: spokenDaysOf(week),
		auto_assignment_config: { max_assignment_limit: inbox.max_assignment_limit },
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
