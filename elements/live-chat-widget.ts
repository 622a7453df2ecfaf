/**
 * `<live-chat-widget website-token="…">`: a launcher, and behind it the chat. Importing this module
 * changes nothing, in Node as in a browser; `define.ts` registers the tag. Attributes, methods and
 * events are declared in `src/host/core/settings.ts`, `methods.ts` and `hostEvents.ts`.
 */
import r2wc from '@r2wc/react-to-web-component';
import { createElement } from 'react';
import { Host } from '../src/host/host.ts';
import type { HostEvents, HostQuestion, HostQuestions } from '../src/host/core/hostEvents.ts';
import { hostSheet } from '../src/host/hostSheet.ts';
import { HostView } from '../src/host/HostView.tsx';
import { type HostMethods, LATE_METHODS, type LazyMethod } from '../src/host/core/methods.ts';
import {
	ATTRIBUTES,
	attributeName,
	type HostSettings,
	SETTING_NAMES,
	writeSetting,
} from '../src/host/core/settings.ts';
import { yieldToPage } from '../src/host/core/yieldToPage.ts';
import { serveQueue } from './queue.ts';

export type { DarkMode } from '#protocol/entities/darkMode.ts';
export type { Message } from '#protocol/entities/entities.ts';
export type { ElementErrorCode } from '#protocol/base/errors.ts';
export type { View } from '#protocol/frame/givenArguments.ts';
export type { GivenFacts } from '#protocol/frame/givenFacts.ts';
export type { UserFacts } from '#protocol/frame/hostRequest.ts';
export type { Position, WidgetStyle } from '#protocol/frame/hostToFrame.ts';
import type { IdentityProvider } from '../src/host/core/identity.ts';
import type { GivenTexts } from '../src/host/core/givenTexts.ts';
export type { GivenTexts } from '../src/host/core/givenTexts.ts';
export type { Identity, IdentityProvider } from '../src/host/core/identity.ts';
export type {
	HostErrorDetail,
	HostEvents,
	HostQuestion,
	HostQuestions,
	OutgoingMessage,
} from '../src/host/core/hostEvents.ts';
export type { ConnectionState } from '#protocol/frame/frameToHost.ts';
export type { ChatState, HostMethods } from '../src/host/core/methods.ts';
export type { AttributeName, HostSettings, JsxSettings, Loading, SettingName } from '../src/host/core/settings.ts';
export type { QueuedCall } from './queue.ts';

const TAG = 'live-chat-widget';

/**
 * Event name → event. All of them bubble, also out of shadow roots; only the questions can be
 * cancelled.
 */
export type LiveChatWidgetEventMap = {
	[E in keyof HostEvents as `live-chat-widget:${E}`]: CustomEvent<HostEvents[E]>;
} & {
	[E in keyof HostQuestions as `live-chat-widget:${E}`]: HostQuestion<HostQuestions[E]>;
};

/**
 * The view as r2wc wraps it, which mounts it into an open shadow root and unmounts it. It does not
 * handle attributes: r2wc loses properties that were set before the upgrade, and ignores empty and
 * removed attributes. Undefined without a DOM.
 */
const ViewElement = (
	typeof HTMLElement === 'undefined' ? Object : r2wc(ElementView, { shadow: 'open' })
) as new () => MountedElement;

/** Declares the members that the end of this module adds from the tables. */
interface MountedElement extends HTMLElement, HostSettings, HostMethods {
	/**
	 * Says who the visitor is, each time that the chat has to know; setting it asks for it as soon
	 * as the chat loads.
	 */
	identityProvider: IdentityProvider;
	/**
	 * Texts of the chat in the page's words (docs/texts.md); setting it again replaces all of them,
	 * null by none.
	 */
	texts: GivenTexts | null | undefined;
	connectedCallback(): void;
	disconnectedCallback(): void;
}

let hostOf: (element: LiveChatWidget) => Host;

function ElementView({ container }: { container: ShadowRoot }) {
	return createElement(HostView, { host: hostOf(container.host as LiveChatWidget) });
}

export class LiveChatWidget extends ViewElement {
	static readonly observedAttributes: string[] = SETTING_NAMES.map(attributeName);

	static {
		hostOf = (element) => element.#host;
	}

	readonly #host: Host;
	#isMounted = false;
	#unfollow = () => {};

	constructor() {
		super();
		this.#host = new Host(this, this.#settings(), (name, detail) => {
			const init = { detail, bubbles: true, composed: true };
			this.dispatchEvent(new CustomEvent(`live-chat-widget:${name}`, init));
		});
	}

	override connectedCallback(): void {
		if (this.#isMounted) this.#host.frame.moved();
		else this.#mount();
		serveQueue(LiveChatWidget.prototype);
	}

	#mount(): void {
		this.#isMounted = true;
		this.#takeUpProperties();
		this.#unfollow = this.#host.store.subscribe(() => void this.#draw());
		this.#host.start(this.#settings());
	}

	/**
	 * Creates the view once there is something to show: in a task of its own, unless a panel has to
	 * be there at once.
	 */
	async #draw(): Promise<void> {
		if (!this.#host.isShown) return;
		this.#unfollow();
		if (!this.#host.store.get().isOpen) await yieldToPage();
		if (!this.#isMounted) return;
		const { adoptedStyleSheets = [] } = this.shadowRoot ?? {};
		if (!adoptedStyleSheets.includes(hostSheet())) adoptedStyleSheets.push(hostSheet());
		super.connectedCallback();
	}

	/**
	 * A move without `moveBefore` is a removal and an insertion, between which a router may await
	 * promises; so only a tag that stays away is stopped. When a page replaces the tag by another,
	 * that one is in the page by the end of the same task, and takes over at once.
	 */
	override disconnectedCallback(): void {
		queueMicrotask(() => this.isConnected || this.#host.store.get().frame?.link?.handOver());
		setTimeout(() => {
			if (this.isConnected || !this.#isMounted) return;
			this.#isMounted = false;
			this.#unfollow();
			super.disconnectedCallback();
			this.#host.stop();
		});
	}

	/** With this callback, `moveBefore` calls neither of the other two. */
	connectedMoveCallback(): void {
		this.#host.frame.moved();
	}

	attributeChangedCallback(): void {
		if (this.#isMounted) this.#host.update(this.#settings());
	}

	#settings(): HostSettings {
		return Object.fromEntries(SETTING_NAMES.map((name) => [name, this[name]])) as HostSettings;
	}

	/**
	 * Properties that a page set before the tag was defined are on the element itself, where they
	 * hide the accessors.
	 */
	#takeUpProperties(): void {
		for (const [name, value] of Object.entries(this)) {
			if (!(name in LiveChatWidget.prototype)) continue;
			Reflect.deleteProperty(this, name);
			Reflect.set(this, name, value);
		}
	}
}

for (const name of SETTING_NAMES) {
	const attribute = attributeName(name);
	addMember(name, {
		get() {
			return ATTRIBUTES[name].read(this.getAttribute(attribute), this.baseURI);
		},
		set(value: HostSettings[typeof name]) {
			const written = writeSetting(name, value);
			if (written === null) this.removeAttribute(attribute);
			else this.setAttribute(attribute, written);
		},
	});
}

const PROMPT_METHODS: Pick<HostMethods, Exclude<keyof HostMethods, LazyMethod>> & ThisType<LiveChatWidget> = {
	open() {
		return hostOf(this).open();
	},
	close() {
		return hostOf(this).close();
	},
	toggle() {
		return hostOf(this).toggle();
	},
	async getState() {
		const { isOpen, unreadCount, connection } = hostOf(this).store.get();
		return { isOpen, unreadCount, connection };
	},
	async setLocale(locale = 'en') {
		this.locale = locale;
	},
	async setColorScheme(mode = 'light') {
		this.darkMode = mode;
	},
	async grantConsent() {
		this.consent = 'granted';
	},
	async toggleBubbleVisibility(visibility) {
		this.hideMessageBubble = visibility ? visibility === 'hide' : !this.hideMessageBubble;
	},
};
Object.assign(LiveChatWidget.prototype, PROMPT_METHODS);

for (const name of LATE_METHODS) {
	addMember(name, {
		value(...args: unknown[]) {
			return hostOf(this).call(name, args);
		},
	});
}

addMember('identityProvider', {
	set(provider: IdentityProvider | null | undefined) {
		if (provider) void hostOf(this).call('setUser', [provider]);
	},
});

addMember('texts', {
	set(texts: GivenTexts | null | undefined) {
		hostOf(this).setTexts(texts);
	},
});

/** Adds a member to every element, as a class member would be. */
function addMember(name: keyof LiveChatWidget, member: PropertyDescriptor & ThisType<LiveChatWidget>): void {
	Object.defineProperty(LiveChatWidget.prototype, name, { configurable: true, ...member });
}

/**
 * Registers the tag, under another name if wanted, in the page's registry or in a scoped one. A tag
 * that is already registered stays as it is, even if another version registered it; on a server
 * nothing happens.
 */
export function define(tag = TAG, registry: CustomElementRegistry | undefined = globalThis.customElements): void {
	if (!registry || registry.get(tag)) return;
	// A registry accepts a class only once.
	registry.define(tag, tag === TAG ? LiveChatWidget : class extends LiveChatWidget {});
}

declare global {
	interface HTMLElementTagNameMap {
		'live-chat-widget': LiveChatWidget;
	}
	interface GlobalEventHandlersEventMap extends LiveChatWidgetEventMap {}
}
