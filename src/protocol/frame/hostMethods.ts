/**
 * The tag's methods that the frame carries out. The page's half, the types that sites get, and
 * docs/tag.md's lines derive from these rows; what the frame does is the handler of the message's
 * name in `src/widget/app/host/hostRequests.ts`.
 */
import * as v from 'valibot';
import { Attributes } from '../entities/attributes.ts';
import type { Message } from '../entities/entities.ts';
import {
	toAttributeName,
	toAttributes,
	toCampaignId,
	toIdentifier,
	toMessage,
	toText,
	toView,
	type View,
} from './givenArguments.ts';
import type { GivenFacts } from './givenFacts.ts';
import { request, Reset, SetUser } from './hostRequest.ts';
import { PageTexts } from '../entities/ownTexts.ts';
import { randomId } from '../base/randomId.ts';

export const hostMethods = {
	/**
	 * Opens the chat in a window of its own, and closes the panel. A visitor without a session gets
	 * one, so that page and window show one conversation. Call it while you handle a press or a key
	 * of the visitor: otherwise the browser blocks the window, and the promise rejects with
	 * `POP_OUT_BLOCKED`.
	 */
	popout: { message: request('begin-session', {}), ask: () => ({}) },
	/**
	 * Tells who the visitor is on this site; a fact that is null counts as absent. Resolves when
	 * the server has accepted it; rejects with an error whose `code` is `SET_USER_ERROR`, and whose
	 * `data` is the server's answer, when it refused.
	 */
	setUser: {
		message: SetUser,
		ask: (identifier: string | number, user: GivenFacts | null = {}) => ({
			identifier: toIdentifier(identifier),
			user,
		}),
	},
	/** Merges attributes into the visitor's record, for the team to see. */
	setCustomAttributes: {
		message: request('set-custom-attributes', { customAttributes: Attributes }),
		ask: (attributes: Record<string, unknown>) => ({ customAttributes: toAttributes(attributes) }),
	},
	/** Removes an attribute of the visitor's record. */
	deleteCustomAttribute: {
		message: request('delete-custom-attribute', { customAttribute: v.string() }),
		ask: (name: string) => ({ customAttribute: toAttributeName(name) }),
	},
	/**
	 * Replaces the conversation's attributes. Rejects with `NO_CONVERSATION` before there is one.
	 */
	setConversationCustomAttributes: {
		message: request('set-conversation-custom-attributes', { customAttributes: Attributes }),
		ask: (attributes: Record<string, unknown>) => ({ customAttributes: toAttributes(attributes) }),
	},
	/**
	 * Removes an attribute of the conversation. Rejects with `NO_CONVERSATION` before there is one.
	 */
	deleteConversationCustomAttribute: {
		message: request('delete-conversation-custom-attribute', { customAttribute: v.string() }),
		ask: (name: string) => ({ customAttribute: toAttributeName(name) }),
	},
	/**
	 * Puts one of the team's labels on the conversation. Rejects with `NO_CONVERSATION` before
	 * there is one.
	 */
	setLabel: {
		message: request('set-label', { label: v.string() }),
		ask: (label: string) => ({ label: toText('Label', label) }),
	},
	/** Takes a label off the conversation. Rejects with `NO_CONVERSATION` before there is one. */
	removeLabel: {
		message: request('remove-label', { label: v.string() }),
		ask: (label: string) => ({ label: toText('Label', label) }),
	},
	/**
	 * Sends a message in the visitor's name. Resolves with the message once the server has it; one
	 * that cannot be sent stays in the chat, from where the visitor can send it again, and rejects
	 * with `REQUEST_FAILED`.
	 */
	sendMessage: {
		message: request('send-message', { content: v.string(), echoId: v.string() }),
		// The id is chosen here: if the frame is reloaded and asked again, the message is still
		// sent once.
		ask: (content: string) => ({ content: toMessage(content), echoId: randomId() }),
		answer: settlesWith<Message>(),
	},
	/**
	 * Puts a text into the composer. A text that the visitor has typed stays, and the promise
	 * rejects with `DRAFT_EXISTS`, unless `replace` is set.
	 */
	prefill: {
		message: request('prefill', { content: v.string(), isReplacing: v.boolean() }),
		ask: (content: string, options: { replace?: boolean } = {}) => ({
			content,
			isReplacing: options.replace ?? false,
		}),
	},
	/**
	 * Opens the panel on an article of the channel's help centre, by its slug or by its address.
	 * Rejects with `NOT_IN_HELP_CENTRE` where the address is not in it.
	 */
	showArticle: {
		message: request('show-article', { article: v.string() }),
		ask: (article: string) => ({ article: toText('Article', article) }),
		opensPanel: true,
	},
	/**
	 * Opens the panel on a `View`: `home`; `messages`, the conversation; `history`, all earlier
	 * ones; one of the visitor's conversations, by its number, to write in it if it is open and
	 * several are allowed; or an article, as `showArticle` does. A conversation that is not the
	 * visitor's is said not to load.
	 */
	show: {
		message: request('show', { view: v.string() }),
		ask: (view: View) => ({ view: toView(view) }),
		opensPanel: true,
	},
	/**
	 * Shows a campaign at once, on any page and at any hour, also when the visitor has closed one
	 * before. Rejects with `CAMPAIGN_NOT_FOUND`, `PANEL_OPEN` or `CONVERSATION_EXISTS`.
	 */
	triggerCampaign: {
		message: request('trigger-campaign', { campaignId: v.number() }),
		ask: (id: number) => ({ campaignId: toCampaignId(id) }),
	},
	/**
	 * Deletes what the server stores of the visitor (record, conversations, files), and forgets the
	 * visitor on this device. Where the server cannot be reached nothing is forgotten, and the
	 * promise rejects with `REQUEST_FAILED`.
	 */
	forget: { message: request('forget', {}), ask: () => ({}) },
	/**
	 * Forgets the visitor on this device, for instance when they sign out. Resolves when that is
	 * done.
	 */
	reset: { message: Reset, ask: () => ({}) },
} satisfies Record<string, HostMethod>;

interface HostMethod {
	/** The message to the frame; the frame checks it by this schema. */
	message: ReturnType<typeof request>;
	/** Makes the members of the message from the method's arguments. Throws an `ArgumentError`. */
	ask: (...given: never[]) => object;
	/** The type that the method's promise resolves with; absent where it resolves with nothing. */
	answer?: SettlesWith<unknown>;
	/** The panel opens once the frame has carried the method out. */
	opensPanel?: true;
}

type Rows = typeof hostMethods;

/** Name → method, as a page calls it. */
export type FrameMethods = {
	[M in keyof Rows]: (...given: Parameters<Rows[M]['ask']>) => Promise<AnswerOf<Rows[M]>>;
};

/**
 * What the page's listeners said to the question `ask` with this id (rareToHost.ts). No method of
 * the tag.
 */
const Answer = request('answer', {
	id: v.string(),
	isRefused: v.boolean(),
	/** The event's detail, as the listeners left it. */
	detail: Attributes,
});
export type Answer = v.InferOutput<typeof Answer>;

/** All texts that the page rewords: those before are no longer valid. No method of the tag. */
const SetTexts = request('set-texts', { texts: PageTexts });

/** A message that the frame answers with `settled`. */
export type HostRequest = v.InferOutput<Rows[keyof Rows]['message'] | typeof Answer | typeof SetTexts>;
/** Those whose handlers load with the first call, instead of with the frame. */
export type LateRequest = Exclude<HostRequest, { event: 'set-user' | 'reset' }>;

/**
 * A request as it arrives. Its method's row validates it later, since the code of the rows loads
 * with the first request (`readRequest`).
 */
export interface UnreadRequest {
	event: LateRequest['event'];
	requestId?: string | undefined;
}

/**
 * The request, validated by its row; undefined where no row has that name, or its members do not
 * fit.
 */
export function readRequest(unread: UnreadRequest): LateRequest | undefined {
	const messages = [Answer, SetTexts, ...Object.values(hostMethods).map(({ message }) => message)];
	const message = messages.find(({ entries }) => entries.event.literal === unread.event);
	const read = message && v.safeParse(message, unread);
	return read?.success ? (read.output as LateRequest) : undefined;
}

/** Carries a type and no value: the page trusts what the frame answers. */
interface SettlesWith<T> {
	of?: T;
}
type AnswerOf<R> = R extends { answer: SettlesWith<infer T> } ? T : void;

function settlesWith<T>(): SettlesWith<T> {
	return {};
}
