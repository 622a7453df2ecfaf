/**
 * What an app that shows `/widget` in its own web view adds to the window (docs/wire.md, Page and
 * frame).
 */
/** Passes a text to the app. */
export type NativeBridge = (text: string) => void;

interface Bridges {
	ReactNativeWebView?: { postMessage: NativeBridge };
	LiveChatWidgetAndroid?: { postMessage: NativeBridge };
	webkit?: { messageHandlers?: { liveChatWidget?: { postMessage: NativeBridge } } };
}

/**
 * The bridge that the app has added, or undefined. Within a page's frame there is no app, so what
 * the page adds does not count.
 */
export function findNativeBridge(): NativeBridge | undefined {
	if (window.parent !== window) return undefined;
	const { ReactNativeWebView, LiveChatWidgetAndroid, webkit } = window as Window & Bridges;
	const bridge = ReactNativeWebView ?? webkit?.messageHandlers?.liveChatWidget ?? LiveChatWidgetAndroid;
	return bridge && ((text) => bridge.postMessage(text));
}
