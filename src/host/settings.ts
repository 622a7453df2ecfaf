import type { DarkMode, Position, WidgetStyle } from '#protocol/frameMessages.ts';

/** When the frame starts. `auto`: on interest, or when idle if there may be something to tell this visitor. */
export type Loading = 'auto' | 'idle' | 'interaction' | 'eager';

/** What the page wants, as the element's attributes say it. */
export interface HostSettings {
	/** Names the channel; '' until the page has set it. */
	websiteToken: string;
	/** The product's address, absolute, without a trailing slash. */
	baseUrl: string;
	/** The page's wish, or '' for the channel's locale. */
	locale: string;
	position: Position;
	widgetStyle: WidgetStyle;
	darkMode: DarkMode;
	hideMessageBubble: boolean;
	/** The launcher's accessible name, or '' for the channel's. */
	launcherTitle: string;
	loading: Loading;
}
