/**
 * The host's end of the bridge to a frame of the described product, which greets without a port and answers no request
 * (wire-contract 3.6). Loaded when such a frame greets.
 */
import * as v from 'valibot';
import {
	decodeDescribed,
	DESCRIBED_FRAME_EVENTS,
	DESCRIBED_HOST_EVENTS,
	DESCRIBED_MESSAGE,
	DESCRIBED_START,
	encodeDescribed,
	type Heard,
} from '#protocol/describedMessages.ts';
import { FrameToHost } from '#protocol/frameToHost.ts';
import type { HostToFrame } from '#protocol/hostToFrame.ts';
import type { Call } from './calls.ts';
import type { Frame } from './frame.ts';
import type { Host } from './host.ts';
import { channelOf } from './visitorCookies.ts';
import { forgetUser, keepOwnToken } from './visitorMemory.ts';

export interface DescribedLink {
	/** What that frame says: its window and origin have been checked. Answers whether it was understood. */
	receive: (data: string) => boolean;
	post: (message: HostToFrame) => void;
	deliver: (call: Call) => void;
}

/** @param handle does what a message of our frame's asks for */
export function openDescribedLink(frame: Frame, host: Host, handle: (message: FrameToHost) => void): DescribedLink {
	/** That frame takes what a `config-set` leaves out for unset. */
	let config: Record<string, unknown> = {};

	function post(message: HostToFrame) {
		const said = toTheirs(message);
		if (said) frame.window?.postMessage(encodeDescribed(said), frame.origin);
	}

	function toTheirs(message: HostToFrame): Heard | undefined {
		if (!DESCRIBED_HOST_EVENTS.has(message.event)) return undefined;
		if (message.event !== 'config-set') return message;
		const { isOpen: _, awaitsUser: __, campaignsSnoozedTill: till, ...wishes } = message;
		config = { ...config, ...wishes, ...(till !== undefined && { campaignsSnoozedTill: String(till) }) };
		const widgetStyle = config['widgetStyle'] === 'flat' ? 'flat' : 'standard';
		return { ...config, widgetStyle, event: 'config-set' };
	}

	/** In our words, still to be checked. */
	function toOurs(heard: Heard): unknown[] {
		const { event, eventIdentifier, data } = heard;
		if (event === 'resetUnreadMode') {
			// Closing a preview has closed it here before: the visitor goes from it into the chat.
			return [host.store.get().isPreview ? { event: 'openWindow', preview: 'unread' } : heard];
		}
		if (event !== 'onEvent') return [heard];
		if (eventIdentifier === DESCRIBED_START) return [{ ...heard, eventIdentifier: 'start-conversation' }];
		if (eventIdentifier !== DESCRIBED_MESSAGE) return [];
		const isAgents = (data as { sender_type?: unknown } | null)?.sender_type === 'User';
		return [{ event: 'onMessage', data }, ...(isAgents ? [{ ...heard, eventIdentifier: 'agent-message' }] : [])];
	}

	function obey(message: FrameToHost) {
		if (message.event === 'loaded') meetChannel(message.config);
		handle(message);
		if (message.event === 'loaded') keepOwn(message.config.authToken);
		if (message.event === 'setAuthCookie') keepOwn(message.data.widgetAuthToken);
		if (message.event === 'error') {
			host.kept.user = undefined;
			forgetUser(host);
		}
	}

	/** That product's server says nothing of a channel's look; its frame does. */
	function meetChannel({ authToken, channelConfig = {} }: Extract<FrameToHost, { event: 'loaded' }>['config']) {
		if (host.store.get().look) return;
		const text = (key: string) => (typeof channelConfig[key] === 'string' ? channelConfig[key] : '');
		host.store.set({
			channel: 'known',
			look: {
				website_name: text('websiteName'),
				widget_color: text('widgetColor') || '#1f93ff',
				launcher_title: null,
				avatar_url: text('avatarUrl'),
				locale: text('locale') || 'en',
				has_campaigns: false,
				inbox_id: channelOf(authToken) ?? 0,
			},
		});
		void host.speak();
	}

	/** In the channel's own cookie: whose a shared one is can only be told where the channel's look is known. */
	function keepOwn(token: string | undefined) {
		// What was said may have ended the visit.
		if (token && !frame.signal.aborted) keepOwnToken(host, token);
	}

	return {
		receive(data) {
			const heard = decodeDescribed(DESCRIBED_FRAME_EVENTS, data);
			const checked = heard ? toOurs(heard).map((message) => v.safeParse(FrameToHost, message)) : [];
			for (const { success, output } of checked) if (success) obey(output);
			return heard !== undefined && checked.every(({ success }) => success);
		},
		post,
		/** Done once said, since nobody answers; what that frame does not know is refused. */
		deliver(call) {
			// A reset ends this frame at once: what was asked for after it is for the next one.
			if (!call.request || frame.signal.aborted) return;
			const { event } = call.request;
			// Its visitor has a session as soon as it has loaded.
			const isDone = event === 'reset' || event === 'begin-session';
			if (!isDone && !DESCRIBED_HOST_EVENTS.has(event)) {
				return call.settle?.('REQUEST_FAILED', { error: 'The chat of this server cannot do that' });
			}
			post(call.request);
			call.settle?.(undefined, undefined);
		},
	};
}
