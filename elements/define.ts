/**
 * Registers the tag. A second copy of this module changes nothing, nor does one on a server without
 * a DOM.
 */
import { define } from './live-chat-widget.ts';

export { LiveChatWidget } from './live-chat-widget.ts';

define();
