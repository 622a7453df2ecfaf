/**
 * The chat in a window of its own (docs/wire.md, Page and frame), which the frame or the page
 * opens.
 */

/** The window cannot be resized. The numbers are CSS pixels. */
export const POP_OUT_FEATURES = 'resizable=off,width=400,height=600';

/** One window per channel: opening it again brings the same window to the front. */
export function popOutName(websiteToken: string): string {
	return `${NAME_START}${websiteToken}`;
}

export function isPopOutName(name: string): boolean {
	return name.startsWith(NAME_START);
}

const NAME_START = 'webwidget_session_';
