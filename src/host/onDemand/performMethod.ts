/** What the element's methods do, apart from those that are done at once. Loaded with the first call. */
import * as v from 'valibot';
import { encodeMessage } from '#protocol/frameMessages.ts';
import { HostToFrame } from '#protocol/hostToFrame.ts';
import { MESSAGE_MAX } from '#protocol/limits.ts';
import type { Asked, Call, FrameRequest } from '../core/calls.ts';
import type { Host } from '../core/host.ts';
import { HostError } from '../core/hostEvents.ts';
import type { HostMethods, LateMethod } from '../core/methods.ts';
import { showChatIn, takeOut } from './popOut.ts';
import { fingerprint } from './userPrint.ts';
import { memoryOf } from '../onInterest/visitorMemory.ts';

/** What the page gave; for a window of the chat's own that window, which had to be opened at once. */
type Args<M extends LateMethod> = M extends 'popout' ? [opened: Window | null] : Parameters<HostMethods[M]>;

interface Performance<M extends LateMethod> {
	/**
	 * What to say to the frame, or undefined when there is nothing to say and the call is done. Throws where the page asks
	 * for what nobody can do.
	 */
	begin: (host: Host, ...args: Args<M>) => FrameRequest | undefined;
	/** The frame has done it. */
	end?: (host: Host, ...args: Args<M>) => void;
	/** The frame has not. */
	refuse?: (host: Host, ...args: Args<M>) => void;
}

const PERFORMANCES: { [M in LateMethod]: Performance<M> } = {
	popout: { begin: takeOut, end: (host, opened) => opened && showChatIn(opened, host) },
	setUser: {
		begin(host, given, user = {}) {
			const identifier = toIdentifier(given);
			const memory = memoryOf(host);
			memory.noteUser({ identifier, facts: user });
			if (memory.isAccepted(fingerprint(identifier, user))) {
				host.store.get().frame?.post({ event: 'config-set', identifier });
				return undefined;
			}
			// Until the server has accepted it, no user is known.
			memory.forgetAccepted();
			if (memory.isApart) host.endFrame();
			memory.rejoin();
			return { event: 'set-user', identifier, user };
		},
		end: (host, identifier, user = {}) => memoryOf(host).acceptUser(fingerprint(String(identifier), user)),
		refuse: (host, identifier) => memoryOf(host).dropUser(String(identifier)),
	},
	setCustomAttributes: {
		begin: (_host, customAttributes) => ({
			event: 'set-custom-attributes',
			customAttributes: toAttributes(customAttributes),
		}),
	},
	deleteCustomAttribute: {
		begin: (_host, name) => ({ event: 'delete-custom-attribute', customAttribute: toAttributeName(name) }),
	},
	setConversationCustomAttributes: {
		begin: (_host, customAttributes) => ({
			event: 'set-conversation-custom-attributes',
			customAttributes: toAttributes(customAttributes),
		}),
	},
	deleteConversationCustomAttribute: {
		begin: (_host, name) => ({ event: 'delete-conversation-custom-attribute', customAttribute: toAttributeName(name) }),
	},
	setLabel: { begin: (_host, label) => ({ event: 'set-label', label: toText('Label', label) }) },
	removeLabel: { begin: (_host, label) => ({ event: 'remove-label', label: toText('Label', label) }) },
	sendMessage: {
		begin(_host, content) {
			if (toText('Message', content).length > MESSAGE_MAX) throw invalid(`Message is over ${MESSAGE_MAX} characters`);
			// Said again to a frame that was reloaded meanwhile, it is still one message.
			return { event: 'send-message', content, echoId: randomId() };
		},
	},
	prefill: {
		begin: (_host, content, { replace = false } = {}) => ({ event: 'prefill', content, isReplacing: replace }),
	},
	showArticle: {
		begin: (_host, article) => ({ event: 'show-article', article: toText('Article', article) }),
		end: (host) => void host.open(),
	},
	triggerCampaign: { begin: (_host, id) => ({ event: 'trigger-campaign', campaignId: toCampaignId(id) }) },
	forget: { begin: () => ({ event: 'forget' }), end: endVisit },
	reset: {
		begin(host) {
			void host.close();
			const reset = [...host.calls].findLast(({ method }) => method === 'reset');
			for (const call of host.calls) {
				if (call === reset) break;
				call.reject(new HostError('DISCONNECTED', 'The visitor was reset'));
			}
			memoryOf(host).forget();
			return { event: 'reset' };
		},
		end: endVisit,
	},
};

/** The visitor is nobody any more, and the next frame begins with nobody. */
function endVisit(host: Host): void {
	if (host.store.get().unreadCount > 0) host.emit('unread', { count: 0 });
	host.endFrame();
	// The frame may have told its token while it was asked to forget it.
	memoryOf(host).forget();
	host.planFrame();
}

// The words are Chatwoot's (docs/wire.md, Page and frame): pages that come from there may look for them.

function toIdentifier(value: unknown): string {
	if (typeof value !== 'string' && typeof value !== 'number') {
		throw invalid('Identifier should be a string or a number');
	}
	return String(value);
}

function toAttributes(value: Record<string, unknown> | undefined): Record<string, unknown> {
	if (!value || Object.keys(value).length === 0) throw invalid('Custom attributes should have atleast one key');
	return value;
}

function toAttributeName(value: string): string {
	if (!value) throw invalid('Custom attribute is required');
	return value;
}

function toText(what: string, value: unknown): string {
	if (typeof value !== 'string' || value.trim() === '') throw invalid(`${what} should be a text that is not blank`);
	return value;
}

function toCampaignId(value: unknown): number {
	if (typeof value !== 'number' || !Number.isInteger(value)) throw invalid('Campaign should be the number of one');
	return value;
}

/** `crypto.randomUUID` is missing on pages without TLS. */
function randomId(): string {
	return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

function invalid(reason: string): HostError {
	return new HostError('INVALID_ARGUMENT', reason);
}

/** Finds out what there is to say to the frame, and asks for it. What the frame would not understand is refused at once. */
export function beginCall(host: Host, call: Call, args: readonly unknown[]): void {
	const { method } = call;
	// Meanwhile the element may have left the page.
	if (!method || !host.calls.has(call)) return;
	const { begin, end, refuse } = PERFORMANCES[method] as AnyPerformance;
	const fail = (code: HostError['code'], reason: string, data?: unknown) => {
		refuse?.(host, ...args);
		call.reject(new HostError(code, `${method} was refused: ${reason}`, data));
	};
	const settle: Asked['settle'] = (error, data) => {
		if (error !== undefined) return fail(error, error, data);
		end?.(host, ...args);
		call.resolve(data);
	};
	try {
		const said = begin(host, ...args);
		if (!said) return call.resolve();
		const request = v.parse(HostToFrame, said) as FrameRequest;
		// Throws for what is no JSON, such as a circle.
		encodeMessage(request);
		host.calls.ask(call, { request, settle });
	} catch (error) {
		return error instanceof HostError ? call.reject(error) : fail('INVALID_ARGUMENT', String(error));
	}
	host.askFrame(call);
}

// A call's arguments are those of its method, which TypeScript cannot follow through the table.
interface AnyPerformance {
	begin: (host: Host, ...args: unknown[]) => FrameRequest | undefined;
	end?: (host: Host, ...args: unknown[]) => void;
	refuse?: (host: Host, ...args: unknown[]) => void;
}
