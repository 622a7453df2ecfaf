/** The tag for React: typed properties and events, on a server as in a browser. Registers the tag. */
import { createElement, type DetailedHTMLProps, type HTMLAttributes, type Ref } from 'react';
import type { LiveChatWidget as LiveChatWidgetElement, LiveChatWidgetEventMap } from './live-chat-widget.ts';
import type { HostSettings } from '../src/host/settings.ts';
import './define.ts';

type Listener<E extends keyof LiveChatWidgetEventMap> = (event: LiveChatWidgetEventMap[E]) => void;

export interface LiveChatWidgetProps extends Partial<HostSettings> {
	websiteToken: string;
	ref?: Ref<LiveChatWidgetElement>;
	onReady?: Listener<'live-chat-widget:ready'>;
	onOpen?: Listener<'live-chat-widget:open'>;
	onClose?: Listener<'live-chat-widget:close'>;
	onMessage?: Listener<'live-chat-widget:message'>;
	onUnread?: Listener<'live-chat-widget:unread'>;
	onPostback?: Listener<'live-chat-widget:postback'>;
	onError?: Listener<'live-chat-widget:error'>;
}

/** `<LiveChatWidget websiteToken="…" onUnread={…} ref={…} />`; the ref has `open()`, `setUser()` and the other methods. */
export function LiveChatWidget(props: LiveChatWidgetProps) {
	// Attributes, not properties: a server writes them, and they need no registered tag.
	return createElement('live-chat-widget', {
		ref: props.ref,
		'website-token': props.websiteToken,
		'base-url': props.baseUrl,
		locale: props.locale,
		position: props.position,
		'widget-style': props.widgetStyle,
		'dark-mode': props.darkMode,
		// Not false: Preact writes that out, because the name has a dash where `aria-` and `data-` have theirs.
		'hide-message-bubble': props.hideMessageBubble ? true : undefined,
		'launcher-title': props.launcherTitle,
		loading: props.loading,
		'onlive-chat-widget:ready': props.onReady,
		'onlive-chat-widget:open': props.onOpen,
		'onlive-chat-widget:close': props.onClose,
		'onlive-chat-widget:message': props.onMessage,
		'onlive-chat-widget:unread': props.onUnread,
		'onlive-chat-widget:postback': props.onPostback,
		'onlive-chat-widget:error': props.onError,
	});
}

/** The tag itself in JSX: its attributes as HTML has them. */
type TagAttributes = DetailedHTMLProps<HTMLAttributes<LiveChatWidgetElement>, LiveChatWidgetElement> & {
	'website-token': string;
	'base-url'?: string;
	locale?: string;
	position?: HostSettings['position'];
	'widget-style'?: HostSettings['widgetStyle'];
	'dark-mode'?: HostSettings['darkMode'];
	'hide-message-bubble'?: boolean;
	'launcher-title'?: string;
	loading?: HostSettings['loading'];
};

declare module 'react' {
	namespace JSX {
		interface IntrinsicElements {
			'live-chat-widget': TagAttributes;
		}
	}
}
