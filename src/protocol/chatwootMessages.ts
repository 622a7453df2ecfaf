/**
 * The bridge as Chatwoot speaks it (docs/wire.md, Page and frame): its own prefix, and no port. Both ends load this only where
 * the other end is that product's, and put what it says into our words, which our schemas then check.
 */
import { CHATWOOT_PREFIX } from './frameMessages.ts';

/** What one end has said, before anything about it is known. */
export interface Heard extends Record<string, unknown> {
	event: string;
}

/** Our word, or theirs, for what both know of the host page's. */
export const CHATWOOT_HOST_EVENTS: ReadonlySet<string> = new Set([
	'config-set',
	'toggle-open',
	'toggle-close-button',
	'change-url',
	'push-event',
	'set-user',
	'set-custom-attributes',
	'delete-custom-attribute',
	'set-conversation-custom-attributes',
	'delete-conversation-custom-attribute',
	'set-label',
	'remove-label',
	'widget-visible',
	'set-locale',
	'set-color-scheme',
	'sdk-set-bubble-visibility',
]);

/** The same of the frame's. */
export const CHATWOOT_FRAME_EVENTS: ReadonlySet<string> = new Set([
	'loaded',
	'setBubbleLabel',
	'updateIframeHeight',
	'setUnreadMode',
	'resetUnreadMode',
	'handleNotificationDot',
	'onEvent',
	'postback',
	'setAuthCookie',
	'setCampaignReadOn',
	'closeWindow',
	'toggleBubble',
	'closeChat',
	'popoutChatWindow',
	'playAudio',
	'error',
]);

/** `eventIdentifier` of what that frame tells a page about the chat. */
export const CHATWOOT_MESSAGE = 'chatwoot:on-message';
export const CHATWOOT_START = 'chatwoot:on-start-conversation';

export function encodeChatwoot(message: Heard): string {
	return CHATWOOT_PREFIX + JSON.stringify(message);
}

/** What was said, when it is one of `events`. */
export function decodeChatwoot(events: ReadonlySet<string>, data: unknown): Heard | undefined {
	if (typeof data !== 'string' || !data.startsWith(CHATWOOT_PREFIX)) return undefined;
	try {
		const heard = JSON.parse(data.slice(CHATWOOT_PREFIX.length)) as Heard | null;
		return heard && events.has(heard.event) ? heard : undefined;
	} catch {
		return undefined;
	}
}

/** Without what is null or undefined: that product leaves nothing out. */
export function withoutNothing(members: object): Record<string, unknown> {
	return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined));
}
