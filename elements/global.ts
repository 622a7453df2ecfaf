/**
 * Chatwoot's global (docs/wire.md, Page and frame), for sites that move from Chatwoot: it is served
 * as `/packs/js/sdk.js`, so such a page only has to change one address. It translates to the
 * element, which it loads from its own origin, and adds nothing that the element cannot do.
 */
import type { LiveChatWidget } from './live-chat-widget.ts';
import type { HostEvents } from '../src/host/core/hostEvents.ts';
import type { HostSettings } from '../src/host/core/settings.ts';

/** The argument of `chatwootSDK.run`. */
interface RunOptions {
	websiteToken: string;
	baseUrl: string;
}

/**
 * `window.chatwootSettings`, as a page writes it: a value that is not understood counts as the
 * default.
 */
type Settings = Partial<
	Pick<
		HostSettings,
		| 'locale'
		| 'useBrowserLanguage'
		| 'baseDomain'
		| 'hideMessageBubble'
		| 'position'
		| 'type'
		| 'launcherTitle'
		| 'showPopoutButton'
		| 'showUnreadMessagesDialog'
		| 'darkMode'
	> & { widgetStyle: 'standard' | 'flat' }
>;

declare global {
	interface Window {
		chatwootSDK: { run: (options: RunOptions) => void };
		/** The page sets it before `run`. */
		chatwootSettings?: Settings;
	}
}

const SETTINGS = [
	'locale',
	'useBrowserLanguage',
	'baseDomain',
	'hideMessageBubble',
	'position',
	'type',
	'launcherTitle',
	'showPopoutButton',
	'showUnreadMessagesDialog',
	'widgetStyle',
	'darkMode',
] as const satisfies (keyof Settings)[];

/** The element's event → the name of the window's event, and the detail that Chatwoot gives. */
const EVENTS: { [E in keyof HostEvents]?: [name: string, detail: (detail: HostEvents[E]) => unknown] } = {
	ready: ['chatwoot:ready', () => null],
	open: ['chatwoot:opened', () => null],
	close: ['chatwoot:closed', () => null],
	message: ['chatwoot:on-message', (message) => message],
	'start-conversation': ['chatwoot:on-start-conversation', (detail) => detail],
	postback: ['chatwoot:postback', (data) => ({ event: 'postback', data })],
	error: ['chatwoot:error', ({ data, message }) => data ?? { error: message }],
};

const USER_KEYS = ['avatar_url', 'email', 'name'];

type Loose = Record<string, unknown>;
const page = globalThis as unknown as Loose;

page['chatwootSDK'] = { run };

// The script's own element; null where a bundler has made it part of another script, or on a
// server.
const script = typeof document === 'undefined' ? null : document.currentScript;
const source = script && 'src' in script ? script.src : undefined;

function run({ websiteToken, baseUrl }: RunOptions): void {
	if (page['$chatwoot']) return;
	const settings = (page['chatwootSettings'] ?? {}) as Settings;
	const element = document.createElement('live-chat-widget');
	// Until the tag is defined these are plain properties of the element, which it takes over then.
	Object.assign(element, { websiteToken, baseUrl });
	for (const name of SETTINGS) if (settings[name] !== undefined) Object.assign(element, { [name]: settings[name] });
	const state = { isOpen: false, hasLoaded: false, resetTriggered: false };
	followEvents(element, state);
	page['$chatwoot'] = createGlobal(element, state);
	const add = () => document.body.append(element);
	if (document.body) add();
	else addEventListener('DOMContentLoaded', add, { once: true });
	// Routers replace the page's body, and no page after the first runs this script again
	// (docs/wire.md, Page and frame).
	new MutationObserver(() => {
		const { parentElement } = element;
		if (!parentElement || parentElement.isConnected || !document.body) return;
		// A router that has cached a copy of the body has a copy of the tag in it.
		const copies = [...document.querySelectorAll('live-chat-widget')];
		const copy = copies.find((candidate) => candidate.websiteToken === websiteToken);
		if (copy) copy.replaceWith(element);
		else add();
	}).observe(document.documentElement, { childList: true });
	import(new URL('/live-chat-widget.js', source ?? baseUrl).href).catch((error: unknown) => {
		console.warn('live-chat-widget: the tag did not load.', error);
	});
}

interface State {
	isOpen: boolean;
	hasLoaded: boolean;
	resetTriggered: boolean;
}

function followEvents(element: LiveChatWidget, state: State): void {
	for (const [event, [name, translate]] of Object.entries(EVENTS) as [string, [string, (detail: never) => unknown]][]) {
		element.addEventListener(`live-chat-widget:${event}`, ({ detail }: CustomEventInit) => {
			if (event === 'ready') state.hasLoaded = true;
			if (event === 'open' || event === 'close') state.isOpen = event === 'open';
			dispatchEvent(new CustomEvent(name, { detail: translate(detail as never) }));
		});
	}
}

function createGlobal(element: LiveChatWidget, state: State): object {
	/**
	 * Calls wait, in order, until the tag is defined. Chatwoot does not tell whether a call
	 * succeeds, so neither does this.
	 */
	const call = <M extends keyof LiveChatWidget>(method: M, ...args: unknown[]) => {
		customElements
			.whenDefined('live-chat-widget')
			.then(() => (element[method] as (...given: unknown[]) => Promise<unknown>)(...args))
			.catch((error: unknown) => console.debug('live-chat-widget:', error));
	};
	const attributesOf = (attributes: unknown) => {
		if (!attributes || Object.keys(attributes).length === 0) {
			throw new Error('Custom attributes should have atleast one key');
		}
		return attributes;
	};
	const nameOf = (name: unknown) => {
		if (!name) throw new Error('Custom attribute is required');
		return name;
	};
	const global: Loose = {
		identifier: undefined,
		user: undefined,
		toggle(wanted?: 'open' | 'close') {
			call(wanted === 'open' || wanted === 'close' ? wanted : 'toggle');
		},
		toggleBubbleVisibility(visibility: unknown) {
			if (visibility === 'show' || visibility === 'hide') call('toggleBubbleVisibility', visibility);
		},
		popoutChatWindow: () => call('popout'),
		setUser(identifier: unknown, user: unknown) {
			if (typeof identifier !== 'string' && typeof identifier !== 'number') {
				throw new Error('Identifier should be a string or a number');
			}
			if (!USER_KEYS.some((key) => (user as Loose | undefined)?.[key])) {
				throw new Error('User object should have one of the keys [avatar_url, email, name]');
			}
			Object.assign(global, { identifier, user });
			call('setUser', identifier, user);
		},
		setCustomAttributes: (attributes: unknown) => call('setCustomAttributes', attributesOf(attributes)),
		deleteCustomAttribute: (name: unknown) => call('deleteCustomAttribute', nameOf(name)),
		setConversationCustomAttributes: (attributes: unknown) =>
			call('setConversationCustomAttributes', attributesOf(attributes)),
		deleteConversationCustomAttribute: (name: unknown) => call('deleteConversationCustomAttribute', nameOf(name)),
		setLabel: (label: unknown) => call('setLabel', label),
		removeLabel: (label: unknown) => call('removeLabel', label),
		setLocale: (locale?: string) => call('setLocale', locale),
		setColorScheme: (mode?: string) => call('setColorScheme', mode),
		reset() {
			state.resetTriggered = true;
			call('reset');
		},
	};
	for (const name of ['websiteToken', 'baseUrl', ...SETTINGS] as const) {
		Object.defineProperty(global, name, { enumerable: true, get: () => element[name] });
	}
	for (const name of ['isOpen', 'hasLoaded', 'resetTriggered'] as const) {
		Object.defineProperty(global, name, { enumerable: true, get: () => state[name] });
	}
	return global;
}
