/** Shows the campaign that the page asks for. */
import { READ_TIMEOUT } from '#protocol/base/limits.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { activeCampaignAtom, setSnooze, showCampaign } from '../../features/campaigns/campaigns.ts';
import { hostAtom } from '../../features/host/host.ts';
import { shownMessagesAtom } from '../../features/messages/messages.ts';
import { callChannel } from '../../features/session/session.ts';
import { followCampaign } from '../routing/navigate.ts';
import { MethodError } from './methodError.ts';
import type { Store } from '../routing/store.ts';
import { hasConversation } from './visitorCalls.ts';

/** A pattern that matches every address, including one with a port. */
const ANY_PAGE = '*://*:*/*';

/**
 * @param campaignId its display id. Rejects with a `MethodError` where the panel is open, or the
 * visitor talks already.
 */
export async function triggerCampaign(store: Store, campaignId: number): Promise<void> {
	const refuseIfOpen = () => {
		if (store.get(hostAtom).isOpen) throw new MethodError('PANEL_OPEN');
	};
	refuseIfOpen();
	const reading = { timeout: READ_TIMEOUT, init: { cache: 'no-cache' } } as const;
	const campaigns = await callChannel(store.get, widgetRoutes.listCampaigns, {}, reading);
	const campaign = campaigns.find(({ id }) => id === campaignId);
	if (!campaign) throw new MethodError('CAMPAIGN_NOT_FOUND');
	if (store.get(shownMessagesAtom).length > 0 || (await hasConversation(store))) {
		throw new MethodError('CONVERSATION_EXISTS');
	}
	refuseIfOpen();
	store.set(setSnooze, 0);
	// The page asked for this campaign itself, so the campaign's own pattern of pages does not
	// count.
	store.set(showCampaign, { ...campaign, trigger_rules: { ...campaign.trigger_rules, url: ANY_PAGE } });
	store.set(followCampaign);
	if (store.get(activeCampaignAtom)?.id !== campaignId) throw new MethodError('CONVERSATION_EXISTS');
}
