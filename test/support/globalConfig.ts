import type { GlobalConfig } from '#protocol/entities/channel.ts';

/** What a server tells of itself that has no name and offers nothing. */
export const EMPTY_GLOBAL_CONFIG: GlobalConfig = {
	BRAND_NAME: '',
	LOGO_THUMBNAIL: '',
	WIDGET_BRAND_URL: '',
	INSTALLATION_NAME: '',
	PRIVACY_URL: '',
	TERMS_URL: '',
	DIRECT_UPLOADS_ENABLED: false,
	TRANSCRIPTS_ENABLED: false,
	DISABLE_USER_PROFILE_UPDATE: false,
};
