/** What `/widget` embeds, for tests. */
import { ALLOWED_FILE_TYPES } from '#protocol/attachments.ts';
import type { WidgetPage } from '#protocol/channel.ts';

const language = (code: string) => ({ name: code, iso_639_1_code: code });

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
			enabledLanguages: ['en', 'de', 'ar', 'pt_BR', 'pseudo'].map(language),
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
		},
		globalConfig: { BRAND_NAME: '', LOGO_THUMBNAIL: '', WIDGET_BRAND_URL: '', DIRECT_UPLOADS_ENABLED: false },
		cable: 'socket.io',
		session: null,
		...changes,
	};
}
