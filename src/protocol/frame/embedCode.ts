/** The lines that put the chat into a page. */

export interface Embed {
	websiteToken: string;
	/** The product's address, without a slash at the end. */
	baseUrl: string;
	/** The owner's text of the launcher, which shows beside its icon. */
	launcherTitle?: string | null;
	/** The element in one file; without it the page loads the usual script. */
	single?: SingleScript;
}

export interface SingleScript {
	/** Path on the product's server. */
	src: string;
	/**
	 * The hash for the attribute `integrity`, and between quotes for the directive `script-src`.
	 */
	integrity: string;
}

/**
 * Where the server describes the element in one file, at the address that pages may pin: what is
 * there never changes.
 */
export const PINNED_SCRIPT_FACTS = '/live-chat-widget.pinned.json';

/**
 * Days for which an address that pages pin is served after a server of another version has taken
 * over.
 */
export const PINNED_DAYS = 365;

/**
 * What a page's Content-Security-Policy has to allow so that the element in one file works there; a
 * directive a line.
 */
export function embedPolicy(baseUrl: string, single: SingleScript): string {
	return `script-src '${single.integrity}';
connect-src ${baseUrl};
frame-src ${baseUrl};
img-src ${baseUrl}`;
}

/** Which launcher shows what the owner has set: a text of their own shows on a wide one alone. */
export function launcherTypeOf(launcherTitle: string | null | undefined) {
	return launcherTitle ? 'expanded_bubble' : 'standard';
}

/** HTML, five or six lines without a newline at the end. */
export function embedCode({ websiteToken, baseUrl, launcherTitle, single }: Embed): string {
	const script = single
		? `src="${baseUrl}${single.src}" integrity="${single.integrity}" crossorigin`
		: `src="${baseUrl}/live-chat-widget.js"`;
	const type = launcherTypeOf(launcherTitle);
	return `<script type="module" ${script}></script>
<live-chat-widget
	website-token="${websiteToken}"
	base-url="${baseUrl}"${type === 'standard' ? '' : `\n\ttype="${type}"`}
></live-chat-widget>`;
}
