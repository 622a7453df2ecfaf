/** What the website says by itself, and what visitors do about it (wire-contract 1.3, 1.4). */
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { Refusal } from '../http/refusal.ts';
import type { Handlers } from '../http/registerRoutes.ts';
import { presentCampaign } from '../present/campaign.ts';
import { chooseLocale } from '../language/say.ts';
import { findCurrentConversation } from '../rules/visitor.ts';
import { beginCampaign } from '../rules/beginCampaign.ts';
import { commit, type Services } from '../services.ts';
import { beginningOf } from './beginning.ts';

type CampaignHandlers = Pick<Handlers<typeof widgetRoutes>, 'createEvent' | 'listCampaigns'>;

export function campaignHandlers(services: Services): CampaignHandlers {
	const { store, presence } = services;
	return {
		async createEvent({ visitor, query, body, http }) {
			const { account, inbox } = visitor.channel;
			await presence.touch(account.id, 'contacts', visitor.session.contact_id);
			if (body.name === 'webwidget.triggered') {
				const { initiated_at, referer } = body.event_info;
				const { additionalAttributes: browser } = beginningOf(http, {
					referer_url: referer,
					timestamp: initiated_at.timestamp,
				});
				await commit(services, account.id, async (repositories, announce) =>
					announce.widgetOpened({
						...visitor,
						contact: await repositories.contacts.find(visitor.session.contact_id),
						conversation: await findCurrentConversation(repositories, visitor.session),
						eventInfo: { ...browser, widget_language: chooseLocale(query.locale, inbox.locale) },
					}),
				);
				return;
			}
			const { campaign_id, custom_attributes, initiated_at, referer } = body.event_info;
			const beginning = beginningOf(
				http,
				{ timestamp: initiated_at.timestamp, referer_url: referer },
				custom_attributes ?? {},
			);
			await commit(services, account.id, async (repositories, announce) => {
				const campaign = await repositories.campaigns.findByDisplayId(account.id, campaign_id);
				// Without a body: the visitor is known, the campaign is not.
				if (!campaign?.enabled || campaign.inbox_id !== inbox.id) throw new Refusal(404);
				return beginCampaign(repositories, announce, { visitor, campaign, beginning });
			});
		},

		async listCampaigns({ channel }) {
			const campaigns = await store.campaigns.listEnabled(channel.inbox.id);
			const members = campaigns.length === 0 ? [] : await store.users.listAccount(channel.account.id);
			return campaigns.map((campaign) => presentCampaign(campaign, members));
		},
	};
}
