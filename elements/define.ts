/** Registers the tag. A second copy of this module, and a server without a DOM, leave everything as it is. */
import { LiveChatWidget } from './live-chat-widget.ts';

if (typeof customElements !== 'undefined' && !customElements.get('live-chat-widget')) {
	customElements.define('live-chat-widget', LiveChatWidget);
}
