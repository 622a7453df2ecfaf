// chunk: elsewhere
/**
 * The messages of Chatwoot's page and frame (docs/wire.md, Page and frame): they have a prefix of
 * their own and use no port. Page and frame load this file only where the other end is Chatwoot's.
 * They translate its messages into ours, which our schemas then check.
 */
import { CHATWOOT_PREFIX } from './frameMessages.ts';
import type { FrameToHost } from './frameToHost.ts';
import type { HostToFrame } from './hostToFrame.ts';

/** A message of the other end, not validated yet. */
export interface RawMessage extends Record<string, unknown> {
	event: string;
}

/** Messages to the frame: those that Chatwoot and we share, by our name or by Chatwoot's. */
export const CHATWOOT_HOST_EVENTS: ReadonlySet<string> = new Set<HostToFrame['event']>([
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

/** The same for messages of the frame. */
export const CHATWOOT_FRAME_EVENTS: ReadonlySet<string> = new Set<FrameToHost['event']>([
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

/** `eventIdentifier` by which Chatwoot's frame tells a page of messages. */
export const CHATWOOT_MESSAGE = 'chatwoot:on-message';
export const CHATWOOT_START = 'chatwoot:on-start-conversation';

export function encodeChatwoot(message: RawMessage): string {
	return CHATWOOT_PREFIX + JSON.stringify(message);
}

/** The message in `data` if it is one of `events`, else undefined. */
export function decodeChatwoot(events: ReadonlySet<string>, data: unknown): RawMessage | undefined {
	if (typeof data !== 'string' || !data.startsWith(CHATWOOT_PREFIX)) return undefined;
	try {
		const message = JSON.parse(data.slice(CHATWOOT_PREFIX.length)) as RawMessage | null;
		return message && events.has(message.event) ? message : undefined;
	} catch {
		return undefined;
	}
}
