/** What an app that shows `/widget` in a web view of its own puts into the window (docs/wire.md, Page and frame). */
/** Takes a text to the app. */
export type NativeBridge = (text: string) => void;

interface Bridges {
	ReactNativeWebView?: { postMessage: NativeBridge };
	LiveChatWidgetAndroid?: { postMessage: NativeBridge };
	webkit?: { messageHandlers?: { liveChatWidget?: { postMessage: NativeBridge } } };
}

/** What the app has put into this window, or undefined: in a page's frame there is no app, whatever the page says. */
export function findNativeBridge(): NativeBridge | undefined {
	if (window.parent !== window) return undefined;
	const { ReactNativeWebView, LiveChatWidgetAndroid, webkit } = window as Window & Bridges;
	const bridge = ReactNativeWebView ?? webkit?.messageHandlers?.liveChatWidget ?? LiveChatWidgetAndroid;
	return bridge && ((text) => bridge.postMessage(text));
}
