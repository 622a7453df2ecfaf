/** Carries out the element's methods, except those that identify the visitor. Loaded with the first such call. */
import { readRequest, type LateRequest } from '#protocol/hostMethods.ts';
import type { UnreadRequest } from '#protocol/hostToFrame.ts';
import type { Message } from '#protocol/entities.ts';
import { READ_TIMEOUT, SEND_TIMEOUT } from '#protocol/limits.ts';
import type { Route, RouteResponse } from '#protocol/routes.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { RequestError, type CallInput } from '#client/rest.ts';
import { activeCampaignAtom, setSnooze, showCampaign } from '../features/campaigns/campaigns.ts';
import { updateContact } from '../features/contact/contact.ts';
import { canWriteAtom } from '../features/conversation/conversation.ts';
import { hostAtom } from '../features/host/host.ts';
import { draftAtom, writeDraft } from '../features/messages/draft.ts';
import { messagesAtom, shownMessagesAtom } from '../features/messages/messages.ts';
import { outboxAtom } from '#models/outbox.ts';
import { sendTextNow } from '../features/sending/sendTextNow.ts';
import { authTokenAtom, callAsVisitor, callChannel, ensureSession, type Filled } from '../features/session/session.ts';
import { forgetDevice } from './forgetDevice.ts';
import { followCampaign } from './navigate.ts';
import { Refusal } from './refusal.ts';
import { showArticle, showView } from './showView.ts';
import type { Store } from './store.ts';

/** Resolves with the method's result, if it has one. Rejects with a `Refusal`, and with nothing else. */
export async function performRequest(store: Store, unread: UnreadRequest): Promise<unknown> {
	const request = readRequest(unread);
	if (!request) throw new Refusal('INVALID_ARGUMENT');
	try {
		// TypeScript does not know that the performer found by a request's event takes that request.
		const perform = PERFORMERS[request.event] as (store: Store, request: LateRequest) => Promise<unknown>;
		return await perform(store, request);
	} catch (error) {
		if (error instanceof Refusal) throw error;
		if (!(error instanceof RequestError)) throw new Refusal('REQUEST_FAILED', { code: String(error) });
		throw new Refusal('REQUEST_FAILED', error.body ?? { code: error.code, status: error.status });
	}
}

const PERFORMERS: { [E in LateRequest['event']]: (store: Store, request: RequestOf<E>) => Promise<unknown> } = {
	async forget(store) {
		if (store.get(authTokenAtom) !== undefined) await callServer(store, widgetRoutes.deleteContact, {});
		await store.set(forgetDevice);
	},

	async 'set-custom-attributes'(store, { customAttributes }) {
		await store.set(updateContact, { custom_attributes: customAttributes });
	},

	async 'delete-custom-attribute'(store, { customAttribute }) {
		await callServer(store, widgetRoutes.destroyContactAttributes, { body: { custom_attributes: [customAttribute] } });
	},

	async 'set-conversation-custom-attributes'(store, { customAttributes }) {
		await changeConversation(store, widgetRoutes.setConversationAttributes, {
			body: { custom_attributes: customAttributes },
		});
	},

	async 'delete-conversation-custom-attribute'(store, { customAttribute }) {
		await changeConversation(store, widgetRoutes.destroyConversationAttributes, {
			body: { custom_attribute: [customAttribute] },
		});
	},

	async 'set-label'(store, { label }) {
		await changeConversation(store, widgetRoutes.addLabel, { body: { label } });
	},

	async 'remove-label'(store, { label }) {
		await changeConversation(store, widgetRoutes.removeLabel, { params: { label } });
	},

	'send-message'(store, { content, echoId }) {
		if (!store.get(canWriteAtom)) throw new Refusal('CONVERSATION_ENDED');
		store.set(sendTextNow, content, echoId);
		return sentMessage(store, echoId);
	},

	async prefill(store, { content, isReplacing }) {
		if (!isReplacing && store.get(draftAtom).trim() !== '') throw new Refusal('DRAFT_EXISTS');
		store.set(writeDraft, content);
	},

	async 'show-article'(store, { article }) {
		showArticle(store, article);
	},

	async show(store, { view }) {
		showView(store, view);
	},

	async 'trigger-campaign'(store, { campaignId }) {
		const refuseIfOpen = () => {
			if (store.get(hostAtom).isOpen) throw new Refusal('PANEL_OPEN');
		};
		refuseIfOpen();
		const campaigns = await callChannel(
			store.get,
			widgetRoutes.listCampaigns,
			{},
			{
				timeout: READ_TIMEOUT,
				cache: 'no-cache',
			},
		);
		const campaign = campaigns.find(({ id }) => id === campaignId);
		if (!campaign) throw new Refusal('CAMPAIGN_NOT_FOUND');
		if (store.get(shownMessagesAtom).length > 0 || (await hasConversation(store))) {
			throw new Refusal('CONVERSATION_EXISTS');
		}
		refuseIfOpen();
		store.set(setSnooze, 0);
		// The page asked for this campaign itself, so the campaign's own pattern of pages does not count.
		store.set(showCampaign, { ...campaign, trigger_rules: { ...campaign.trigger_rules, url: ANY_PAGE } });
		store.set(followCampaign);
		if (store.get(activeCampaignAtom)?.id !== campaignId) throw new Refusal('CONVERSATION_EXISTS');
	},

	async 'begin-session'(store) {
		await store.set(ensureSession);
	},
};

/** A pattern that matches every address, including one with a port. */
const ANY_PAGE = '*://*:*/*';

type RequestOf<E> = Extract<LateRequest, { event: E }>;

function callServer<R extends Route>(store: Store, route: R, input: CallInput<R, Filled>): Promise<RouteResponse<R>> {
	return callAsVisitor(store.get, store.set, route, input, { timeout: SEND_TIMEOUT });
}

/** The server accepts labels without a conversation and drops them; the page shall get an error instead. */
async function changeConversation<R extends Route>(store: Store, route: R, input: CallInput<R, Filled>): Promise<void> {
	if (!(await hasConversation(store))) throw new Refusal('NO_CONVERSATION');
	await callServer(store, route, input);
}

/** Whether the visitor has a conversation. A visitor without a session has none, and is not made a contact by the question. */
async function hasConversation(store: Store): Promise<boolean> {
	if (store.get(authTokenAtom) === undefined) return false;
	const { id } = await callServer(store, widgetRoutes.showConversation, {});
	return id !== undefined;
}

/**
 * Resolves with the message once the server has it. Rejects when the chat shows it as failed; the visitor can send it again
 * from there.
 */
function sentMessage(store: Store, echoId: string): Promise<Message> {
	return new Promise((resolve, reject) => {
		const look = () => {
			const entry = store.get(outboxAtom).find((candidate) => candidate.echoId === echoId);
			const message = store.get(messagesAtom).findLast((candidate) => candidate.echo_id === echoId);
			if (entry?.state === 'in_progress') return;
			undo();
			if (message) resolve(message);
			else reject(new Refusal(entry ? 'REQUEST_FAILED' : 'DISCONNECTED', { echo_id: echoId }));
		};
		// One change of the store removes the message from the outbox and adds it to the thread.
		const undo = store.sub(outboxAtom, look);
		look();
	});
}
