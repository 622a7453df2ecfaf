/** Campaigns, and what visitors do with them (docs/wire.md, Events and campaigns). */
import type { RouteRequest } from '#protocol/base/routes.ts';
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { presentCampaign } from '../../present/campaign.ts';
import { requireCaptcha } from '../../domain/contacts/captcha.ts';
import { translated } from '../../domain/translations/translations.ts';
import { onlyVisibleFacts } from '../../domain/websites/visibleFacts.ts';
import { fillInBefore } from '../../domain/messages/variables.ts';
import { findCurrentConversation, isProofOver } from '../../domain/contacts/visitor.ts';
import { beginCampaign } from '../../domain/campaigns/beginCampaign.ts';
import { commit, scopeOfVisitor, type Services } from '../../services/services.ts';
import { readConversationOrigin } from '../messages/conversationOrigin.ts';

type EventInfo = RouteRequest<typeof widgetRoutes.createEvent>['body']['event_info'];

type CampaignHandlers = Pick<Handlers<typeof widgetRoutes>, 'createEvent' | 'listCampaigns'>;

export function visitorCampaignHandlers(services: Services): CampaignHandlers {
	const { store, presence, visitorTokens } = services;
	return {
		async createEvent({ visitor, query, body, http }) {
			const { account, inbox } = visitor.channel;
			await presence.touch(account.id, 'contacts', visitor.session.contact_id);
			if (body.name === 'webwidget.triggered') {
				const { additionalAttributes: browser } = readConversationOrigin(http, messageFacts(body.event_info));
				await commit(services, scopeOfVisitor(visitor), async (repositories, publish) =>
					publish.widgetOpened({
						...visitor,
						contact: await repositories.contacts.find(visitor.session.contact_id),
						conversation: await findCurrentConversation(repositories, visitor.session),
						eventInfo: { ...browser, widget_language: query.locale ?? null },
					}),
				);
				return;
			}
			const { campaign_id, custom_attributes } = body.event_info;
			if (typeof campaign_id !== 'number') return;
			await requireCaptcha(store, visitor);
			const facts = await onlyVisibleFacts(store, visitor, { custom_attributes: custom_attributes ?? {} });
			const origin = readConversationOrigin(http, messageFacts(body.event_info), facts.custom_attributes);
			await commit(services, scopeOfVisitor(visitor), async (repositories, publish) => {
				const campaign = await repositories.campaigns.findByDisplayId(account.id, campaign_id);
				if (!campaign?.enabled || campaign.inbox_id !== inbox.id) return;
				const spoken = translated('campaign', campaign, inbox.locale, query.locale);
				await beginCampaign(repositories, publish, { visitor, campaign: spoken, origin });
			});
		},

		async listCampaigns({ channel, visitorToken, query }) {
			const campaigns = (await store.campaigns.listEnabled(channel.inbox.id)).map((campaign) =>
				translated('campaign', campaign, channel.inbox.locale, query.locale),
			);
			const members = campaigns.length === 0 ? [] : await store.users.listAccount(channel.account.id);
			const isFilled = campaigns.some(({ message }) => message.includes('{{'));
			const session = isFilled ? await visitorTokens.findSession(store, channel, visitorToken) : undefined;
			const known = session && !isProofOver(session) ? session : undefined;
			return Promise.all(
				campaigns.map(async (campaign) => {
					const sender = members.find(({ user_id }) => user_id === campaign.sender_id);
					return presentCampaign(campaign, sender, await fillInBefore(store, campaign.message, known, sender));
				}),
			);
		},
	};
}

/** The time and the page, in the form that a message has. */
function messageFacts({ initiated_at, referer }: EventInfo) {
	return { timestamp: initiated_at?.timestamp, referer_url: referer };
}
