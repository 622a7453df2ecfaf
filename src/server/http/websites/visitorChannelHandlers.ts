/** The channel and its team (docs/wire.md, Sessions and Agents). */
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { listAgentsOf } from './listAgentsOf.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { LANGUAGES, presentChannel } from '../../present/channel.ts';
import { fillOutOfOffice } from '../../domain/messages/fillOutOfOffice.ts';
import { visibleContact } from '../../domain/contacts/visibleContact.ts';
import { isProofOver } from '../../domain/contacts/visitor.ts';
import { identityExpired } from '../routing/httpError.ts';
import { startSession } from '../../domain/contacts/identify.ts';
import { commit, scopeOfNewcomer, type Services } from '../../services/services.ts';

type ChannelHandlers = Pick<Handlers<typeof widgetRoutes>, 'config' | 'listAgents'>;

export function visitorChannelHandlers(services: Services): ChannelHandlers {
	const { store, visitorTokens, readGlobalConfig } = services;
	return {
		async config({ channel, visitorToken, http }) {
			const known = await visitorTokens.findSession(store, channel, visitorToken);
			if (known && isProofOver(known)) throw identityExpired();
			const begin = () =>
				commit(services, scopeOfNewcomer(channel), (repositories, publish) =>
					startSession(repositories, publish, channel),
				);
			const session = known ?? (await begin()).session;
			const contact = visibleContact(session, await store.contacts.find(session.contact_id));
			const globalConfig = await readGlobalConfig();
			const look = presentChannel(channel, globalConfig.TRANSCRIPTS_ENABLED);
			return {
				website_channel_config: {
					allow_messages_after_resolved: look.allowMessagesAfterResolved,
					api_host: `${http.protocol}://${http.host}`,
					auth_token: await visitorTokens.sign(session),
					avatar_url: look.avatarUrl,
					csat_survey_enabled: look.csatSurveyEnabled,
					disable_branding: look.disableBranding,
					enabled_features: look.enabledFeatures,
					enabled_languages: LANGUAGES,
					locale: look.locale,
					out_of_office_message: await fillOutOfOffice(store, channel, session),
					portal: look.portal,
					pre_chat_form_enabled: look.preChatFormEnabled,
					pre_chat_form_options: look.preChatFormOptions,
					reply_time: look.replyTime,
					timezone: look.timezone,
					utc_off_set: look.utcOffset,
					website_name: look.websiteName,
					website_token: look.websiteToken,
					welcome_tagline: look.welcomeTagline || null,
					welcome_title: look.welcomeTitle || null,
					widget_color: look.widgetColor,
					working_hours: look.workingHours,
					working_hours_enabled: look.workingHoursEnabled,
				},
				contact: {
					id: contact.id,
					name: contact.name,
					email: contact.email,
					identifier: contact.identifier,
					phone_number: contact.phone_number,
					pubsub_token: session.pubsub_token,
				},
				global_config: globalConfig,
			};
		},

		listAgents: async ({ channel }) => ({ payload: await listAgentsOf(services, channel) }),
	};
}
