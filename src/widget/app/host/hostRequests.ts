/**
 * Carries out the element's methods, except those that identify the visitor. Loaded with the first
 * such call.
 */
import { type LateRequest, readRequest, type UnreadRequest } from '#protocol/frame/hostMethods.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { loadChunk } from '#client/chunk.ts';
import { RequestError } from '#client/rest.ts';
import { updateContact } from '../../features/contact/contact.ts';
import { hostAtom } from '../../features/host/host.ts';
import { draftAtom, writeDraft } from '../../features/messages/draft.ts';
import { ensureSession } from '../../features/session/session.ts';
import { forgetDevice } from '../visitor/forgetDevice.ts';
import { MethodError } from './methodError.ts';
import { reportLabel } from './reportToHost.ts';
import { sendForPage } from './sendForPage.ts';
import { showArticle, showView } from './showView.ts';
import type { Store } from '../routing/store.ts';
import { triggerCampaign } from './triggerCampaign.ts';
import { callServer, changeConversation, hasSession } from './visitorCalls.ts';

/**
 * Resolves with the method's result, if it has one. Rejects with a `MethodError`, and with nothing
 * else.
 */
export async function performRequest(store: Store, unread: UnreadRequest): Promise<unknown> {
	const request = readRequest(unread);
	if (!request) throw new MethodError('INVALID_ARGUMENT');
	try {
		// TypeScript does not know that the performer found by a request's event takes that
		// request.
		const perform = PERFORMERS[request.event] as (store: Store, request: LateRequest) => Promise<unknown>;
		return await perform(store, request);
	} catch (error) {
		if (error instanceof MethodError) throw error;
		if (!(error instanceof RequestError)) throw new MethodError('REQUEST_FAILED', { code: String(error) });
		throw new MethodError('REQUEST_FAILED', error.body ?? { code: error.code, status: error.status });
	}
}

const PERFORMERS: { [E in LateRequest['event']]: (store: Store, request: RequestOf<E>) => Promise<unknown> } = {
	async forget(store) {
		if (await hasSession(store)) await callServer(store, widgetRoutes.deleteContact, {});
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

	'send-message': (store, { content, echoId }) => sendForPage(store, content, echoId),

	async prefill(store, { content, isReplacing }) {
		if (!isReplacing && store.get(draftAtom).trim() !== '') throw new MethodError('DRAFT_EXISTS');
		store.set(writeDraft, content);
	},

	async 'show-article'(store, { article }) {
		showArticle(store, article);
	},

	show: (store, { view }) => showView(store, view),

	'trigger-campaign': (store, { campaignId }) => triggerCampaign(store, campaignId),

	async answer(store, answer) {
		store.get(hostAtom).takeAnswer?.(answer);
	},

	async 'set-texts'(store, { texts }) {
		const { setPageTexts } = await loadChunk(() => import('../../features/language/ownTexts.ts'));
		setPageTexts(texts);
		store.set(reportLabel);
	},

	async 'begin-session'(store) {
		await store.set(ensureSession);
	},
};

type RequestOf<E> = Extract<LateRequest, { event: E }>;
