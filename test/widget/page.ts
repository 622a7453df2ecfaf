/** The data that `/widget` embeds, for tests. */
import { ALLOWED_FILE_TYPES } from '#protocol/entities/attachments.ts';
import type { WidgetPage } from '#protocol/entities/channel.ts';
import { ENABLED_LOCALES } from '#protocol/base/locales.ts';
import { EMPTY_GLOBAL_CONFIG } from '../support/globalConfig.ts';

export function makePage(changes: Partial<WidgetPage> = {}): WidgetPage {
	return {
		channel: {
			websiteToken: 'demo',
			websiteName: 'Halden Stoneware',
			welcomeTitle: 'Hi there',
			welcomeTagline: 'Ask us anything.',
			avatarUrl: '',
			widgetColor: '#1f93ff',
			locale: 'en',
			enabledLanguages: [...ENABLED_LOCALES, 'pseudo'],
			enabledFeatures: [],
			hasAConnectedAgentBot: '',
			maximumFileUploadSize: 40,
			allowedFileTypes: [...ALLOWED_FILE_TYPES],
			replyTime: 'in_a_few_minutes',
			preChatFormEnabled: false,
			preChatFormOptions: { pre_chat_message: null, pre_chat_fields: [] },
			csatSurveyEnabled: false,
			workingHoursEnabled: false,
			workingHours: [],
			outOfOfficeMessage: null,
			utcOffset: '+00:00',
			timezone: 'UTC',
			allowMessagesAfterResolved: true,
			disableBranding: false,
			portal: null,
		},
		globalConfig: { ...EMPTY_GLOBAL_CONFIG, TRANSCRIPTS_ENABLED: true },
		cable: 'socket.io',
		hasCampaigns: false,
		session: null,
		hasConversation: false,
		...changes,
	};
}
