/**
 * The host's end of the bridge to a frame of Chatwoot, which greets without a port and answers no
 * request (docs/wire.md, Page and frame). Loaded when such a frame greets.
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
import { FrameToHost } from '#protocol/frame/frameToHost.ts';
import type { HostToFrame } from '#protocol/frame/hostToFrame.ts';
import type { PendingRequest } from '../core/calls.ts';
import type { Frame } from '../core/frame.ts';
import type { HostApi } from '../core/hostApi.ts';
import { channelOf } from '../core/visitorCookies.ts';
import { memoryOf } from '../core/visitorMemory.ts';

export interface ChatwootLink {
	/**
	 * Takes a message of that frame, whose window and origin have been checked. Returns whether it
	 * was understood.
	 */
	receive: (data: string) => boolean;
	post: (message: HostToFrame) => void;
	deliver: (asked: PendingRequest) => void;
}

/** @param handle carries out a message in the form in which our frame sends it */
export function openChatwootLink(frame: Frame, host: HostApi, handle: (message: FrameToHost) => void): ChatwootLink {
	const memory = memoryOf(host);
	/** All settings so far: Chatwoot's frame resets those that a `config-set` leaves out. */
	let config: Record<string, unknown> = {};

	function post(message: HostToFrame) {
		const raw = toChatwoot(message);
		if (raw) frame.window?.postMessage(encodeChatwoot(raw), frame.origin);
	}

	function toChatwoot(message: HostToFrame): RawMessage | undefined {
		if (!CHATWOOT_HOST_EVENTS.has(message.event)) return undefined;
		if (message.event !== 'config-set') return message;
		const { isOpen: _, awaitsUser: __, askBefore: ___, topic: ____, campaignsSnoozedTill: till, ...wishes } = message;
		config = { ...config, ...wishes, ...(till !== undefined && { campaignsSnoozedTill: String(till) }) };
		const widgetStyle = config['widgetStyle'] === 'flat' ? 'flat' : 'standard';
		return { ...config, widgetStyle, event: 'config-set' };
	}

	/** Translates a message into those of our frame, whose shape is still to be checked. */
	function fromChatwoot(raw: RawMessage): unknown[] {
		const { event, eventIdentifier, data } = raw;
		if (event === 'resetUnreadMode') {
			// The host has closed the preview before this message: the visitor goes from the
			// preview into the chat.
			return [host.store.get().isPreview ? { event: 'openWindow', preview: 'unread' } : raw];
		}
		if (event !== 'onEvent') return [raw];
		if (eventIdentifier === CHATWOOT_START) return [{ ...raw, eventIdentifier: 'start-conversation' }];
		if (eventIdentifier !== CHATWOOT_MESSAGE) return [];
		const isAgents = (data as { sender_type?: unknown } | null)?.sender_type === 'User';
		return [{ event: 'onMessage', data }, ...(isAgents ? [{ ...raw, eventIdentifier: 'agent-message' }] : [])];
	}

	function dispatch(message: FrameToHost) {
		if (message.event === 'loaded') applyConfig(message.config);
		handle(message);
		if (message.event === 'loaded') keepOwn(message.config.authToken);
		if (message.event === 'setAuthCookie') keepOwn(message.data.widgetAuthToken);
		if (message.event === 'error') {
			memory.dropUser();
			memory.forgetAccepted();
		}
	}

	/**
	 * A server of Chatwoot has no route for a channel's look; the look comes with its frame's
	 * greeting.
	 */
	function applyConfig({ authToken, channelConfig = {} }: Extract<FrameToHost, { event: 'loaded' }>['config']) {
		// It does not tell later when it has drawn its view.
		host.frame.report({ isDrawn: true });
		if (host.store.get().look) return;
		const text = (key: string) => (typeof channelConfig[key] === 'string' ? channelConfig[key] : '');
		host.channel.update({
			channel: 'known',
			look: {
				website_name: text('websiteName'),
				welcome_title: text('welcomeTitle'),
				welcome_tagline: text('welcomeTagline'),
				widget_color: text('widgetColor') || '#1f93ff',
				avatar_url: text('avatarUrl'),
				locale: text('locale') || 'en',
				is_available: true,
				inbox_id: channelOf(authToken) ?? 0,
			},
		});
	}

	/**
	 * Keeps the token in the channel's own cookie: which channel a shared token is for can only be
	 * determined where the channel's look is known.
	 */
	function keepOwn(token: string | undefined) {
		// Handling the message may have ended the frame.
		if (token && !frame.signal.aborted) memory.keepOwnToken(token);
	}

	return {
		receive(data) {
			const raw = decodeChatwoot(CHATWOOT_FRAME_EVENTS, data);
			const checked = raw ? fromChatwoot(raw).map((message) => v.safeParse(FrameToHost, message)) : [];
			for (const { success, output } of checked) if (success) dispatch(output);
			return raw !== undefined && checked.every(({ success }) => success);
		},
		post,
		/**
		 * Settles the request once it is posted, since Chatwoot's frame does not answer; a request
		 * that it does not know is refused.
		 */
		deliver({ request, settle }) {
			// A reset ends this frame at once: later requests are for the next frame.
			if (frame.signal.aborted) return;
			const { event } = request;
			// A visitor of Chatwoot has a session as soon as the frame has loaded.
			const isDone = event === 'reset' || event === 'begin-session';
			if (!isDone && !CHATWOOT_HOST_EVENTS.has(event)) {
				return settle('REQUEST_FAILED', { error: 'The chat of this server cannot do that' });
			}
			post(request);
			settle(undefined, undefined);
		},
	};
}
