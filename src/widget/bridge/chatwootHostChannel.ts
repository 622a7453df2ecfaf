/**
 * The frame's end of the bridge to Chatwoot's host script, which says neither whose page it is on nor anything
 * through a port (docs/wire.md, Page and frame and Differences from Chatwoot).
 */
import * as v from 'valibot';
import {
	decodeChatwoot,
	CHATWOOT_FRAME_EVENTS,
	CHATWOOT_HOST_EVENTS,
	CHATWOOT_MESSAGE,
	CHATWOOT_START,
	encodeChatwoot,
	type Heard,
	withoutNothing,
} from '#protocol/chatwootMessages.ts';
import type { FrameToHost } from '#protocol/frameToHost.ts';
import { FromHost } from '#protocol/hostToFrame.ts';
import type { HostChannel } from './hostChannel.ts';

interface Options {
	onMessage: (message: FromHost) => void;
	/** That script is there: it has said something, which is still to be heard. */
	onAnswer: () => void;
	readToken: () => string | undefined;
}

/**
 * Only the parent window is heard, and only of one origin: the one that the browser names, or else that of the parent's first
 * message. Which pages may be the parent the document's `frame-ancestors` says, by the channel's allowed domains, and the
 * browser keeps all others from showing it. Before the origin is known one thing is said, to whoever is the parent: that the
 * frame listens, and what the channel looks like, which is public. Everything else waits, the visitor's token first of all.
 */
export function openChatwootHostChannel({ onMessage, onAnswer, readToken }: Options): HostChannel {
	let origin = originOfParent();
	let waiting: Heard[] = [];
	/** That script opens its panel for a preview too, and says so. */
	let isPreview = false;
	let ignored = 0;
	const isGreetingOpen = origin === undefined;

	function receive({ data, source, origin: from }: MessageEvent<unknown>) {
		const heard = decodeChatwoot(CHATWOOT_HOST_EVENTS, data);
		if (!heard) return;
		const isParent = source !== null && source === window.parent && from !== 'null';
		const { success, output } = v.safeParse(FromHost, toOurs(heard));
		if (!isParent || from !== (origin ?? from) || !success) return ignore();
		learnOrigin(from);
		onAnswer();
		obey(output);
	}

	function ignore() {
		ignored += 1;
		console.debug(`live-chat-widget: ignored ${ignored} messages that are not the host's`);
	}

	function learnOrigin(from: string) {
		if (origin !== undefined) return;
		origin = from;
		const token = readToken();
		if (token) say({ event: 'setAuthCookie', data: { widgetAuthToken: token } });
		waiting.forEach(say);
		waiting = [];
	}

	function obey(message: FromHost) {
		if (message.event === 'toggle-open') {
			if (message.isOpen && isPreview) return;
			isPreview = false;
		}
		onMessage(message);
		// That script keeps for itself whether the visitor has touched the page, and makes no sound before.
		if (message.event === 'config-set') onMessage({ event: 'audio-unlocked' });
	}

	function say(said: Heard) {
		if (origin !== undefined) window.parent.postMessage(encodeChatwoot(said), origin);
		else if (said.event === 'loaded') window.parent.postMessage(encodeChatwoot(said), '*');
		else waiting.push(said);
	}

	/** The visitor goes from the preview into the chat, for which that script has the panel open already. */
	function leavePreview() {
		isPreview = false;
		say({ event: 'resetUnreadMode' });
		say({ event: 'updateIframeHeight', isFixedHeight: false });
		onMessage({ event: 'toggle-open', isOpen: true });
	}

	addEventListener('message', receive);
	return {
		isGreetingOpen,
		post(message) {
			if (message.event === 'openWindow') return isPreview ? leavePreview() : say({ event: 'toggleBubble' });
			if (message.event === 'setUnreadMode') isPreview = true;
			if (message.event === 'resetUnreadMode') isPreview = false;
			const said = toTheirs(message);
			if (said) say(said);
		},
		close: () => removeEventListener('message', receive),
	};
}

/** As the browser knows it; Firefox does not tell. */
function originOfParent(): string | undefined {
	const origin = (location as { ancestorOrigins?: DOMStringList }).ancestorOrigins?.[0];
	return origin === 'null' ? undefined : origin;
}

/** Undefined for what that script does not know. */
function toTheirs(message: FrameToHost): Heard | undefined {
	if (message.event === 'onMessage') {
		return { event: 'onEvent', eventIdentifier: CHATWOOT_MESSAGE, data: message.data };
	}
	if (message.event === 'onEvent') {
		const isStart = message.eventIdentifier === 'start-conversation';
		return isStart ? { ...message, eventIdentifier: CHATWOOT_START } : undefined;
	}
	if (message.event === 'loaded') {
		// It writes what it is given into a cookie, also where that is nothing.
		return { ...message, config: { authToken: '', ...message.config } };
	}
	return CHATWOOT_FRAME_EVENTS.has(message.event) ? message : undefined;
}

/** In our words, still to be checked. */
function toOurs(heard: Heard): unknown {
	const members = withoutNothing(heard);
	if (heard.event === 'config-set') {
		const { campaignsSnoozedTill: till, widgetStyle, ...config } = members;
		return {
			...config,
			widgetStyle: widgetStyle === 'flat' ? 'flat' : 'rounded',
			...(Number(till) > 0 && { campaignsSnoozedTill: Number(till) }),
			// No user is announced: what the frame remembers is this visitor's.
			awaitsUser: false,
		};
	}
	if (heard.event === 'set-user') {
		const { identifier, user } = members;
		const isName = typeof identifier === 'string' || typeof identifier === 'number';
		return {
			...members,
			...(isName && { identifier: String(identifier) }),
			...(typeof user === 'object' && user && { user: withoutNothing(user) }),
		};
	}
	return members;
}
