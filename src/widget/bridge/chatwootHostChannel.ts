// chunk: elsewhere
/**
 * The frame's end of the bridge to Chatwoot's host script, which neither tells the page's origin
 * nor uses a port (docs/wire.md, Page and frame and Differences from Chatwoot).
 */
import * as v from 'valibot';
import {
	decodeChatwoot,
	CHATWOOT_FRAME_EVENTS,
	CHATWOOT_HOST_EVENTS,
	CHATWOOT_MESSAGE,
	CHATWOOT_START,
	encodeChatwoot,
	type RawMessage,
} from '#protocol/frame/chatwootMessages.ts';
import type { ToHost } from '#protocol/frame/rareToHost.ts';
import { FromHost } from '#protocol/frame/hostToFrame.ts';
import { toUserFacts } from '#protocol/frame/givenFacts.ts';
import { withoutNothing } from '#protocol/base/withoutNothing.ts';
import type { HostChannel } from './hostChannel.ts';

interface Options {
	onMessage: (message: FromHost) => void;
	/** The script is there: its first message has arrived, and is handled next. */
	onAnswer: () => void;
	readToken: () => string | undefined;
}

/**
 * Accepts messages from the parent window only, and from one origin only: the one that the browser
 * names, or else that of the parent's first message. The browser limits who the parent can be,
 * since the document's `frame-ancestors` lists the channel's allowed domains. Before the origin is
 * known the frame sends one message to any origin: that it is ready, with the channel's look, which
 * is public. Everything else waits, above all the visitor's token.
 */
export function openChatwootHostChannel({ onMessage, onAnswer, readToken }: Options): HostChannel {
	let origin = originOfParent();
	let waiting: RawMessage[] = [];
	/** The script opens its panel for a preview too, and reports that as open. */
	let isPreview = false;
	let ignored = 0;
	const isGreetingOpen = origin === undefined;

	function receive({ data, source, origin: from }: MessageEvent<unknown>) {
		const raw = decodeChatwoot(CHATWOOT_HOST_EVENTS, data);
		if (!raw) return;
		const isParent = source !== null && source === window.parent && from !== 'null';
		const { success, output } = v.safeParse(FromHost, fromChatwoot(raw));
		if (!isParent || from !== (origin ?? from) || !success) return ignore();
		learnOrigin(from);
		onAnswer();
		dispatch(output);
	}

	function ignore() {
		ignored += 1;
		console.debug(`live-chat-widget: ignored ${ignored} messages that are not the host's`);
	}

	function learnOrigin(from: string) {
		if (origin !== undefined) return;
		origin = from;
		const token = readToken();
		if (token) send({ event: 'setAuthCookie', data: { widgetAuthToken: token } });
		waiting.forEach(send);
		waiting = [];
	}

	function dispatch(message: FromHost) {
		if (message.event === 'toggle-open') {
			if (message.isOpen && isPreview) return;
			isPreview = false;
		}
		onMessage(message);
		// The script knows by itself whether the visitor has interacted with the page, and plays no
		// sound before.
		if (message.event === 'config-set') onMessage({ event: 'audio-unlocked' });
	}

	function send(message: RawMessage) {
		if (origin !== undefined) window.parent.postMessage(encodeChatwoot(message), origin);
		else if (message.event === 'loaded') window.parent.postMessage(encodeChatwoot(message), '*');
		else waiting.push(message);
	}

	/**
	 * The visitor goes from the preview into the chat: the script's panel is open already, so only
	 * the frame changes.
	 */
	function leavePreview() {
		isPreview = false;
		send({ event: 'resetUnreadMode' });
		send({ event: 'updateIframeHeight', isFixedHeight: false });
		onMessage({ event: 'toggle-open', isOpen: true });
	}

	addEventListener('message', receive);
	return {
		isGreetingOpen,
		post(message) {
			if (message.event === 'openWindow') return isPreview ? leavePreview() : send({ event: 'toggleBubble' });
			if (message.event === 'setUnreadMode') isPreview = true;
			if (message.event === 'resetUnreadMode') isPreview = false;
			const translated = toChatwoot(message);
			if (translated) send(translated);
		},
		close: () => removeEventListener('message', receive),
	};
}

/** The parent's origin from `ancestorOrigins`, which Firefox does not have. */
function originOfParent(): string | undefined {
	const origin = (location as { ancestorOrigins?: DOMStringList }).ancestorOrigins?.[0];
	return origin === 'null' ? undefined : origin;
}

/** Translates our message; undefined for one that the script does not know. */
function toChatwoot(message: ToHost): RawMessage | undefined {
	if (message.event === 'onMessage') {
		return { event: 'onEvent', eventIdentifier: CHATWOOT_MESSAGE, data: message.data };
	}
	if (message.event === 'onEvent') {
		const isStart = message.eventIdentifier === 'start-conversation';
		return isStart ? { ...message, eventIdentifier: CHATWOOT_START } : undefined;
	}
	if (message.event === 'loaded') {
		// The script writes this value into a cookie even if it is missing.
		return { ...message, config: { authToken: '', ...message.config } };
	}
	return CHATWOOT_FRAME_EVENTS.has(message.event) ? message : undefined;
}

/** Translates a message of the script into ours, not validated yet. */
function fromChatwoot(raw: RawMessage): unknown {
	const members = withoutNothing(raw);
	if (raw.event === 'config-set') {
		const { campaignsSnoozedTill: till, widgetStyle, ...config } = members;
		return {
			...config,
			widgetStyle: widgetStyle === 'flat' ? 'flat' : 'rounded',
			...(Number(till) > 0 && { campaignsSnoozedTill: Number(till) }),
			// The script never announces a user, so the session that is stored is the visitor's.
			awaitsUser: false,
		};
	}
	if (raw.event === 'set-user') {
		const { identifier, user } = members;
		const isName = typeof identifier === 'string' || typeof identifier === 'number';
		return { ...members, ...(isName && { identifier: String(identifier) }), user: toUserFacts(user) };
	}
	return members;
}
