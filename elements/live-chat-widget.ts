/**
 * `<live-chat-widget website-token="…">`: a launcher, and behind it the chat (design section 4). Importing this module
 * changes nothing, in Node as in a browser; `define.ts` registers the tag.
 */
import r2wc from '@r2wc/react-to-web-component';
import { createElement } from 'react';
import type { DarkMode, Position, UserFacts, WidgetStyle } from '#protocol/frameMessages.ts';
import { Host } from '../src/host/host.ts';
import type { HostEvents } from '../src/host/hostEvents.ts';
import { hostSheet } from '../src/host/hostSheet.ts';
import { HostView } from '../src/host/HostView.tsx';
import type { HostSettings, Loading } from '../src/host/settings.ts';

/** Event name → event. All bubble, also out of shadow roots, and none can be cancelled. */
export type LiveChatWidgetEventMap = {
	[E in keyof HostEvents as `live-chat-widget:${E}`]: CustomEvent<HostEvents[E]>;
};

/** Values of an enumerated attribute; anything else, or no attribute, means the first. */
type Values<T> = readonly [T, ...T[]];

const POSITIONS: Values<Position> = ['right', 'left'];
const WIDGET_STYLES: Values<WidgetStyle> = ['rounded', 'flat'];
const DARK_MODES: Values<DarkMode> = ['light', 'auto', 'dark'];
const LOADINGS: Values<Loading> = ['auto', 'idle', 'interaction', 'eager'];

const MODULE_ORIGIN = new URL(import.meta.url).origin;

/**
 * The view as r2wc wraps it: mounted into an open shadow root, and unmounted. Attributes are not its business: r2wc loses
 * properties set before the upgrade, ignores empty attributes and removed ones. Where there is no DOM there is no element.
 */
const ViewElement = (
	typeof HTMLElement === 'undefined' ? Object : r2wc(ElementView, { shadow: 'open' })
) as new () => MountedElement;

interface MountedElement extends HTMLElement {
	connectedCallback(): void;
	disconnectedCallback(): void;
}

let hostOf: (element: LiveChatWidget) => Host;

function ElementView({ container }: { container: ShadowRoot }) {
	return createElement(HostView, { host: hostOf(container.host as LiveChatWidget) });
}

export class LiveChatWidget extends ViewElement implements HostSettings {
	static readonly observedAttributes = [
		'website-token',
		'base-url',
		'locale',
		'position',
		'widget-style',
		'dark-mode',
		'hide-message-bubble',
		'launcher-title',
		'loading',
	];

	static {
		hostOf = (element) => element.#host;
	}

	readonly #host: Host;
	#isMounted = false;

	constructor() {
		super();
		this.#host = new Host(this.#settings(), (name, detail) => {
			this.dispatchEvent(new CustomEvent(`live-chat-widget:${name}`, { detail, bubbles: true, composed: true }));
		});
		this.shadowRoot?.adoptedStyleSheets.push(hostSheet());
	}

	/** The channel to chat with. Attribute `website-token`. */
	get websiteToken(): string {
		return this.getAttribute('website-token') ?? '';
	}
	set websiteToken(value: string) {
		this.#reflect('website-token', value);
	}

	/** The product's address; by default the origin that this module was loaded from. Attribute `base-url`. */
	get baseUrl(): string {
		return httpAddress(this.getAttribute('base-url'), this.baseURI) ?? MODULE_ORIGIN;
	}
	set baseUrl(value: string) {
		this.#reflect('base-url', value);
	}

	/** Interface language such as `pt_BR`; by default the channel's. Attribute `locale`. */
	get locale(): string {
		return this.getAttribute('locale') ?? '';
	}
	set locale(value: string) {
		this.#reflect('locale', value);
	}

	/** Side of the viewport: `right` or `left`. Attribute `position`. */
	get position(): Position {
		return oneOf(POSITIONS, this.getAttribute('position'));
	}
	set position(value: Position) {
		this.#reflect('position', value);
	}

	/** `rounded` or `flat`. Attribute `widget-style`. */
	get widgetStyle(): WidgetStyle {
		return oneOf(WIDGET_STYLES, this.getAttribute('widget-style'));
	}
	set widgetStyle(value: WidgetStyle) {
		this.#reflect('widget-style', value);
	}

	/** `light`, `dark`, or `auto` for what the visitor's system prefers. Attribute `dark-mode`. */
	get darkMode(): DarkMode {
		return oneOf(DARK_MODES, this.getAttribute('dark-mode'));
	}
	set darkMode(value: DarkMode) {
		this.#reflect('dark-mode', value);
	}

	/** No launcher: the page opens the chat by `open()`. Attribute `hide-message-bubble`. */
	get hideMessageBubble(): boolean {
		return this.hasAttribute('hide-message-bubble');
	}
	set hideMessageBubble(value: boolean) {
		this.toggleAttribute('hide-message-bubble', value);
	}

	/** Accessible name of the launcher; by default the channel's, else "Chat with us". Attribute `launcher-title`. */
	get launcherTitle(): string {
		return this.getAttribute('launcher-title') ?? '';
	}
	set launcherTitle(value: string) {
		this.#reflect('launcher-title', value);
	}

	/**
	 * When the chat itself is loaded: `auto` on interest, or when the page is idle if there may be news for this visitor;
	 * `idle`; `interaction`; `eager`. Attribute `loading`.
	 */
	get loading(): Loading {
		return oneOf(LOADINGS, this.getAttribute('loading'));
	}
	set loading(value: Loading) {
		this.#reflect('loading', value);
	}

	/** Opens the panel on the messages, also out of a preview. Resolves when the chat is there. */
	open(): Promise<void> {
		return this.#host.open();
	}

	/** Closes the panel, or a preview. */
	close(): Promise<void> {
		return this.#host.close();
	}

	toggle(): Promise<void> {
		return this.#host.toggle();
	}

	/**
	 * Tells who the visitor is on this site. Resolves when the server has accepted it; rejects with an error whose `code` is
	 * `SET_USER_ERROR`, and whose `data` is the server's answer, when it refused.
	 */
	setUser(identifier: string | number, user: UserFacts = {}): Promise<void> {
		return this.#host.setUser(identifier, user);
	}

	/** Forgets the visitor on this device, for instance when they sign out. Resolves when that is done. */
	reset(): Promise<void> {
		return this.#host.reset();
	}

	override connectedCallback(): void {
		if (this.#isMounted) return this.#host.moved();
		this.#isMounted = true;
		this.#takeUpProperties();
		// First, so that the view has to draw itself only once.
		this.#host.start(this.#settings());
		super.connectedCallback();
	}

	/** A move without `moveBefore` is a removal and an insertion; only what stays away is taken down. */
	override disconnectedCallback(): void {
		queueMicrotask(() => {
			if (this.isConnected || !this.#isMounted) return;
			this.#isMounted = false;
			super.disconnectedCallback();
			this.#host.stop();
		});
	}

	/** `moveBefore` is neither: with this callback in place the browser calls none of the other two. */
	connectedMoveCallback(): void {
		// The frame lives on, and nothing in here depends on where the element is.
	}

	attributeChangedCallback(): void {
		if (this.#isMounted) this.#host.update(this.#settings());
	}

	#settings(): HostSettings {
		const {
			websiteToken,
			baseUrl,
			locale,
			position,
			widgetStyle,
			darkMode,
			hideMessageBubble,
			launcherTitle,
			loading,
		} = this;
		return {
			websiteToken,
			baseUrl,
			locale,
			position,
			widgetStyle,
			darkMode,
			hideMessageBubble,
			launcherTitle,
			loading,
		};
	}

	/** What a page has set before the tag was defined lies on the element itself, in front of the accessors. */
	#takeUpProperties(): void {
		for (const [name, value] of Object.entries(this)) {
			if (!(name in LiveChatWidget.prototype)) continue;
			Reflect.deleteProperty(this, name);
			Reflect.set(this, name, value);
		}
	}

	/** Frameworks set null and undefined for "none". */
	#reflect(attribute: string, value: string | null | undefined): void {
		if (value === null || value === undefined) this.removeAttribute(attribute);
		else this.setAttribute(attribute, value);
	}
}

function oneOf<T extends string>(values: Values<T>, written: string | null): T {
	return values.find((value) => value === written) ?? values[0];
}

/** The absolute address without a trailing slash, or undefined if it is none that a browser can fetch from. */
function httpAddress(written: string | null, base: string): string | undefined {
	if (!written) return undefined;
	try {
		const { protocol, href } = new URL(written, base);
		return protocol.startsWith('http') ? href.replace(/\/$/, '') : undefined;
	} catch {
		return undefined;
	}
}

declare global {
	interface HTMLElementTagNameMap {
		'live-chat-widget': LiveChatWidget;
	}
	interface GlobalEventHandlersEventMap extends LiveChatWidgetEventMap {}
}
