/** Creates channels, for the demo and the commands alike. */
import type { PreChatFormOptions, ReplyTime, WorkingHours } from '#protocol/channel.ts';
import { msg } from '../language/msg.ts';
import { chooseLocale, translate } from '../language/translate.ts';
import { randomToken } from '../base/randomToken.ts';
import type { Inbox } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';

export interface NewChannel {
	accountId: number;
	name: string;
	/** A random one by default. */
	websiteToken?: string;
	welcomeTitle?: string;
	welcomeTagline?: string;
	locale?: string;
	/** Sites that may frame the widget, as CSP host sources; an empty list allows all. */
	allowedDomains?: readonly string[];
	/** The members of the account who answer it; all of them by default. */
	userIds?: readonly number[];
}

/** Creates a website channel with Chatwoot's defaults (docs/wire.md, The widget page). */
export async function createChannel(
	store: Repositories,
	channel: NewChannel,
): Promise<{ inbox: Inbox; websiteToken: string }> {
	const websiteToken = channel.websiteToken ?? randomToken();
	const inbox = await store.channels.insert(
		{
			account_id: channel.accountId,
			name: channel.name,
			avatar_url: '',
			locale: channel.locale ?? 'en',
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
			welcome_title: channel.welcomeTitle ?? '',
			welcome_tagline: channel.welcomeTagline ?? '',
			launcher_title: null,
			reply_time: 'in_a_few_minutes' satisfies ReplyTime,
			features: ['attachments', 'emoji_picker', 'end_conversation'],
			pre_chat_form_enabled: false,
			pre_chat_form_options: standardForm(chooseLocale(channel.locale)),
			disable_branding: false,
			allowed_domains: channel.allowedDomains ?? [],
		},
	);
	const userIds = channel.userIds ?? (await store.users.listAccount(channel.accountId)).map(({ user_id }) => user_id);
	for (const userId of userIds) await store.channels.addMember(inbox.id, userId);
	return { inbox, websiteToken };
}

/**
 * The pre-chat form until its owner changes it: the email address is required, and the name optional. The field for a phone
 * number is disabled.
 */
export function standardForm(locale: string): PreChatFormOptions {
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
