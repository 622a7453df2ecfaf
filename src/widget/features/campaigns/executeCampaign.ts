/** Begins a conversation with a campaign: a chunk of its own, since few visitors accept one. */
import { atom } from 'jotai/vanilla';
import type { Attributes } from '#protocol/entities/attributes.ts';
import { SEND_TIMEOUT } from '#protocol/base/limits.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { RequestError } from '#client/rest.ts';
import { requestPause, retryLater } from '#client/retry.ts';
import { hostAtom } from '../host/host.ts';
import { catchUp } from '../messages/catchUp.ts';
import { callAsVisitor, visitSignalAtom } from '../session/session.ts';
import { activeCampaignAtom, resetCampaigns, settleCampaign, takeAccepted } from './campaigns.ts';

/**
 * Begins the conversation with the campaign that the visitor has accepted. Tries again while the
 * server cannot be reached; the server begins no second conversation. Never rejects: a campaign
 * that the server no longer has is dropped.
 * @param customAttributes the conversation's attributes from the pre-chat form
 */
export const executeCampaign = atom(null, async (get, set, customAttributes?: Attributes) => {
	const campaign = set(takeAccepted);
	if (!campaign) return;
	const visit = get(visitSignalAtom);
	const body = {
		name: 'campaign.triggered' as const,
		event_info: {
			initiated_at: { timestamp: new Date().toString() },
			referer: get(hostAtom).referrerUrl,
			campaign_id: campaign.id,
			...(customAttributes && { custom_attributes: customAttributes }),
		},
	};
	for (let attempt = 0; get(activeCampaignAtom)?.id === campaign.id && !visit.aborted; attempt += 1) {
		try {
			await callAsVisitor(get, set, widgetRoutes.createEvent, { body }, { timeout: SEND_TIMEOUT });
			void set(catchUp);
			if (!visit.aborted) set(settleCampaign);
		} catch (error) {
			console.debug('live-chat-widget: the campaign was not begun', error);
			if (isFinal(error)) return set(resetCampaigns);
			await new Promise<void>((resolve) => retryLater(requestPause(attempt), resolve));
		}
	}
});

/** Whether the server has answered with a refusal, so that trying again is useless. */
function isFinal(error: unknown): boolean {
	return error instanceof RequestError && error.status !== undefined && error.status < 500 && error.status !== 429;
}
