/**
 * The tag for React: typed properties and events, on a server as in a browser. Registers the tag.
 */
import {
	type DetailedHTMLProps,
	type HTMLAttributes,
	type ReactElement,
	type Ref,
	useImperativeHandle,
	useLayoutEffect,
	useRef,
} from 'react';
import type { HostEvents, HostQuestions } from '../src/host/core/hostEvents.ts';
import {
	type AttributeName,
	attributeName,
	type HostSettings,
	type JsxSettings,
	SETTING_NAMES,
	type SettingName,
	writeSetting,
} from '../src/host/core/settings.ts';
import {
	define,
	type GivenTexts,
	type LiveChatWidget as LiveChatWidgetElement,
	type IdentityProvider,
	type LiveChatWidgetEventMap,
} from './live-chat-widget.ts';

/** `unread-click` → `onUnreadClick`. */
type HandlerName<E extends string> = E extends `${infer First}-${infer Rest}`
	? `${HandlerName<First>}${Capitalize<Rest>}`
	: `on${Capitalize<E>}`;

type Name = keyof HostEvents | keyof HostQuestions;

type Handlers = { [E in Name as HandlerName<E>]?: (event: LiveChatWidgetEventMap[`live-chat-widget:${E}`]) => void };

/**
 * The props of every HTML element, such as children with a `slot`, without those for the tag's own
 * events (`Handlers`).
 */
type ElementProps = Omit<HTMLAttributes<LiveChatWidgetElement>, keyof Handlers>;

export interface LiveChatWidgetProps extends Partial<HostSettings>, Handlers, ElementProps {
	websiteToken: string;
	/** Says who the visitor is (docs/tag.md, Identity that expires). */
	identityProvider?: IdentityProvider | undefined;
	/** Texts of the chat in the page's words (docs/texts.md). */
	texts?: GivenTexts | undefined;
	ref?: Ref<LiveChatWidgetElement>;
}

/** Event → the prop of its listener. */
const HANDLERS: { [E in Name]: HandlerName<E> } = {
	ready: 'onReady',
	open: 'onOpen',
	close: 'onClose',
	message: 'onMessage',
	'agent-message': 'onAgentMessage',
	'start-conversation': 'onStartConversation',
	connection: 'onConnection',
	postback: 'onPostback',
	unread: 'onUnread',
	'unread-click': 'onUnreadClick',
	'campaign-click': 'onCampaignClick',
	'conversation-ended': 'onConversationEnded',
	rated: 'onRated',
	'article-shown': 'onArticleShown',
	'form-submitted': 'onFormSubmitted',
	'attachment-sent': 'onAttachmentSent',
	error: 'onError',
	'before-open': 'onBeforeOpen',
	'before-message': 'onBeforeMessage',
	'before-close': 'onBeforeClose',
	'before-send': 'onBeforeSend',
};
const HANDLER_NAMES: ReadonlySet<string> = new Set(Object.values(HANDLERS));

define();

/**
 * `<LiveChatWidget websiteToken="…" onUnread={…} ref={…} />`; the ref has `open()`, `setUser()` and
 * the other methods.
 */
export function LiveChatWidget({ ref, identityProvider, texts, ...props }: LiveChatWidgetProps): ReactElement {
	const element = useRef<LiveChatWidgetElement>(null);
	useImperativeHandle(ref, () => element.current as LiveChatWidgetElement, []);
	useHandlers(element, props);
	useIdentityProvider(element, identityProvider);
	useTexts(element, texts);
	return <live-chat-widget {...attributesOf(props)} website-token={props.websiteToken} ref={element} />;
}

/** Attributes instead of properties: a server renders them, and they need no registered tag. */
function attributesOf(props: Omit<LiveChatWidgetProps, 'ref' | 'identityProvider' | 'texts'>): Record<string, unknown> {
	const attributes: Record<string, unknown> = { ...props };
	for (const name of HANDLER_NAMES) delete attributes[name];
	for (const name of SETTING_NAMES) {
		delete attributes[name];
		attributes[attributeName(name)] = writeSetting(name, props[name]) ?? undefined;
	}
	return attributes;
}

/**
 * React attaches no listeners to a custom element that a server has rendered:
 * https://github.com/react/react/issues/35446
 */
function useHandlers(element: { current: LiveChatWidgetElement | null }, props: Handlers) {
	const latest = useRef(props);
	useLayoutEffect(() => {
		latest.current = props;
	});
	useLayoutEffect(() => {
		const life = new AbortController();
		for (const [event, name] of Object.entries(HANDLERS)) {
			// Each handler takes the event of its own name, which TypeScript cannot follow through
			// the table.
			const tell = (heard: Event) => (latest.current[name] as ((heard: Event) => void) | undefined)?.(heard);
			element.current?.addEventListener(`live-chat-widget:${event}`, tell, { signal: life.signal });
		}
		return () => life.abort();
	}, [element]);
}

/**
 * A component may give another function with each render: the tag gets one, which calls the latest.
 */
function useIdentityProvider(
	element: { current: LiveChatWidgetElement | null },
	provider: IdentityProvider | undefined,
) {
	const latest = useRef(provider);
	useLayoutEffect(() => {
		latest.current = provider;
	});
	const isGiven = provider !== undefined;
	useLayoutEffect(() => {
		const { current } = element;
		if (isGiven && current) Object.assign(current, { identityProvider: async () => latest.current?.() });
	}, [element, isGiven]);
}

/** A component may give an equal object with each render. */
function useTexts(element: { current: LiveChatWidgetElement | null }, texts: GivenTexts | undefined) {
	const given = JSON.stringify(texts);
	const wasGiven = useRef(false);
	useLayoutEffect(() => {
		if (!element.current || (given === undefined && !wasGiven.current)) return;
		wasGiven.current = given !== undefined;
		Object.assign(element.current, { texts: given === undefined ? null : (JSON.parse(given) as GivenTexts) });
	}, [element, given]);
}

/** The tag itself in JSX, with its attributes as in HTML. */
type TagAttributes = DetailedHTMLProps<HTMLAttributes<LiveChatWidgetElement>, LiveChatWidgetElement> & {
	[N in SettingName as AttributeName<N>]?: JsxSettings[N];
} & { 'website-token': string };

declare module 'react' {
	namespace JSX {
		interface IntrinsicElements {
			'live-chat-widget': TagAttributes;
		}
	}
}
