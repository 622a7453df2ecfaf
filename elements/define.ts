/** Registers the tag. A second copy of this module, and a server without a DOM, leave everything as it is. */
import { define } from './live-chat-widget.ts';

export { LiveChatWidget } from './live-chat-widget.ts';

define();
