/**
 * The element's attributes: each is declared once, with its property and the conversion in both
 * directions.
 */
import type { DarkMode } from '#protocol/entities/darkMode.ts';
import type { Position, WidgetStyle } from '#protocol/frame/hostToFrame.ts';

/**
 * When the frame starts. `auto`: on interest, or when the page is idle and the visitor may have
 * news.
 */
export type Loading = 'auto' | 'idle' | 'interaction' | 'eager';

/** Where the chat is: in a corner behind a launcher, in the page's flow, or all of the page. */
export type Mode = 'floating' | 'inline' | 'page';
export type LauncherType = 'standard' | 'expanded_bubble';
export type Consent = 'granted' | 'required';
export type Sandbox = 'none' | 'strict';

/** How an attribute is parsed, and how its property is written. */
interface Attribute<T, Written extends string = string> {
	/** @param written null where the element lacks the attribute; `base` is the page's address. */
	read: (written: string | null, base: string) => T;
	/** The attribute's text for a value; null removes the attribute. */
	write: (value: T) => Written | null;
}

/**
 * Property → its attribute, whose name is the same in kebab case. To add one, write its line here
 * with a comment, which becomes its row in docs/tag.md; the element, the React wrapper, the types
 * and `HostSettings` derive from it.
 */
export const ATTRIBUTES = {
	/** The channel to chat with. */
	websiteToken: text(),
	/** Address of the server; by default the origin that this module was loaded from. */
	baseUrl: httpAddress(new URL(import.meta.url).origin),
	/** Interface language such as `pt_BR`; by default the channel's. */
	locale: text(),
	/**
	 * `floating`: in a corner of the viewport, behind a launcher. `inline`: where the tag is,
	 * always open, without a launcher, and of the size that the page gives the tag. `page`: the
	 * same over the whole viewport.
	 */
	mode: choice<Mode>('floating', 'inline', 'page'),
	/**
	 * The view that the chat begins with after a page load, as in `show()`: `home`, `messages`,
	 * `history`, the number of a conversation, or an article. By default the conversation where
	 * there is one, else home.
	 */
	view: text(),
	/** Uses the language of the visitor's browser instead of `locale`. */
	useBrowserLanguage: flag(),
	/** Side of the viewport: `right` or `left`. */
	position: choice<Position>('right', 'left'),
	/** `rounded` or `flat`. */
	widgetStyle: choice<WidgetStyle>('rounded', 'flat'),
	/** `light`, `dark`, or `auto` for what the visitor's system prefers. */
	darkMode: choice<DarkMode>('light', 'auto', 'dark'),
	/** Shows no launcher: the page opens the chat by `open()`. */
	hideMessageBubble: flag(),
	/**
	 * Where there is no chat unless the page calls `open()`: `away` while the team is not there,
	 * `mobile` where the chat would cover the page. Several are separated by spaces. Nothing of the
	 * chat is loaded while it is hidden.
	 */
	hide: text(),
	/**
	 * The same on pages that one of these patterns names, separated by spaces, such as `/checkout*
	 * /account`: see "Where and when there is a chat". It follows routers that change the address
	 * without a page load.
	 */
	hideOn: text(),
	/**
	 * What opens the chat by itself, once in a visit, and not where it would cover the page:
	 * `exit-intent` (the pointer leaves the page at its top), `scroll-50` (half of the page),
	 * `idle-30` (seconds without a movement, a key or a touch). Several are separated by spaces.
	 * The focus stays where it is.
	 */
	openOn: text(),
	/**
	 * Keeps the chat open over page loads in the same tab, except where it covers the page; `false`
	 * begins each page with it closed.
	 */
	rememberOpen: flagUnlessFalse(),
	/**
	 * What the page wants to be asked before: `open`, `close`, `send`, `message`; several are
	 * separated by spaces. Before the chat does that, it dispatches the event of that name, which a
	 * listener may cancel: see "Refuse and change".
	 */
	askBefore: text(),
	/**
	 * What visitors of the page write about: the id of one of the website's topics, which they are
	 * then not asked for. It counts for the next conversation that begins.
	 */
	topic: text(),
	/**
	 * A selector for elements of the page that open and close the chat, such as `#help`; it also
	 * finds elements that are added or changed later.
	 */
	launcherFor: text(),
	/** Shows unread messages over the page; with `false` they are only counted on the launcher. */
	showUnreadMessagesDialog: flagUnlessFalse(),
	/** Puts the number of unread messages in front of the page's title, while there are any. */
	titleCount: flag(),
	/**
	 * Pushes what happens to `window.dataLayer`, as Google Tag Manager reads it, without a text or
	 * an address: see "For analytics".
	 */
	dataLayer: flag(),
	/** Shows a button in the chat that opens it in a window of its own, except on phones. */
	showPopoutButton: flag(),
	/** The launcher's colour, in CSS; by default the channel's. */
	widgetColor: text(),
	/**
	 * The launcher: `standard`, a round button, or `expanded_bubble`, with its name written beside
	 * the icon.
	 */
	type: choice<LauncherType>('standard', 'expanded_bubble'),
	/** Accessible name of the launcher; by default the channel's, else "Chat with us". */
	launcherTitle: text(),
	/**
	 * Cookies are set for this domain and its subdomains, such as `shop.example`; by default for
	 * the page's host alone.
	 */
	baseDomain: text(),
	/**
	 * `required`: nothing is loaded, shown or stored until the attribute is removed, or
	 * `grantConsent()` is called; calls wait until then. Setting it again removes the chat; call
	 * `forget()` before to remove what is stored.
	 */
	consent: choice<Consent>('granted', 'required'),
	/**
	 * `strict`: the browser denies the chat downloads, dialogs, and leading the page elsewhere: see
	 * "A sandbox". Set it before the chat loads.
	 */
	sandbox: choice<Sandbox>('none', 'strict'),
	/**
	 * When the chat itself is loaded: `auto` on interest, or when the page is idle and there may be
	 * news for this visitor; `idle`; `interaction`; `eager`. With `auto`, an idle page also gets
	 * the words that a tap shows at once, at most 2.5 kB, unless the browser saves data.
	 */
	loading: choice<Loading>('auto', 'idle', 'interaction', 'eager'),
};

export type SettingName = keyof typeof ATTRIBUTES;

/** The values of all attributes. */
export type HostSettings = { [N in keyof typeof ATTRIBUTES]: ReturnType<(typeof ATTRIBUTES)[N]['read']> };

/**
 * The values of the attributes in JSX: React leaves one away that is `false`, which has to be
 * written where a missing one means true.
 */
export type JsxSettings = {
	[N in keyof typeof ATTRIBUTES]: ReturnType<(typeof ATTRIBUTES)[N]['write']> extends 'false' | null
		? 'false' | 'true'
		: HostSettings[N];
};

type KebabCase<S extends string> = S extends `${infer First}${infer Rest}`
	? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${KebabCase<Rest>}`
	: S;
export type AttributeName<N extends SettingName = SettingName> = KebabCase<N>;

export const SETTING_NAMES = Object.keys(ATTRIBUTES) as SettingName[];

export function attributeName(name: SettingName): AttributeName {
	return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) as AttributeName;
}

/**
 * The attribute's text for a value, or null for none. Frameworks set null and undefined for "none".
 */
export function writeSetting<N extends SettingName>(name: N, value: HostSettings[N] | null | undefined): string | null {
	// The value has the attribute's type, which TypeScript cannot follow through the table.
	const write = ATTRIBUTES[name].write as (value: HostSettings[N]) => string | null;
	return value === null || value === undefined ? null : write(value);
}

/**
 * A text without the blanks around it, as pasted ones have them; '' where the attribute is missing.
 */
function text(): Attribute<string> {
	return { read: (written) => written?.trim() ?? '', write: String };
}

/** One of `values`; a missing attribute, or another value, means the first. */
function choice<T extends string>(...values: readonly [T, ...T[]]): Attribute<T> {
	return { read: (written) => values.find((value) => value === written) ?? values[0], write: String };
}

/** True if the attribute is present. */
function flag(): Attribute<boolean> {
	return { read: (written) => written !== null, write: (value) => (value ? '' : null) };
}

/** True unless the value is `false`. */
function flagUnlessFalse(): Attribute<boolean, 'false'> {
	return { read: (written) => written !== 'false', write: (value) => (value ? null : 'false') };
}

/**
 * An absolute address without a trailing slash, or `otherwise` if the attribute is no address that
 * a browser can fetch from.
 */
function httpAddress(otherwise: string): Attribute<string> {
	return {
		read(written, base) {
			if (!written) return otherwise;
			try {
				const { protocol, href } = new URL(written, base);
				return protocol.startsWith('http') ? href.replace(/\/$/, '') : otherwise;
			} catch {
				return otherwise;
			}
		},
		write: String,
	};
}
