/** Transcripts that the team mails (docs/application-api.md, Conversations). */
import type { conversationChangeRoutes } from '#protocol/application/conversationChangeRoutes.ts';
import { Problem } from '../../base/problem.ts';
import { blankToNull, validEmail } from '../../domain/contacts/contactFacts.ts';
import { scopeOfConversation, type Services } from '../../services/services.ts';
import { queueTranscript } from './queueTranscript.ts';
import { TRANSCRIPTS_LIMIT } from '../routing/rateLimits.ts';
import { refuse } from '../routing/httpError.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { takeQuota } from '../routing/takeQuota.ts';

export function teamTranscriptHandlers(
	services: Services,
): Pick<Handlers<typeof conversationChangeRoutes>, 'sendTeamTranscript'> {
	const { store } = services;

	return {
		async sendTeamTranscript({ account, conversation, body }) {
			if (!blankToNull(body.email)) throw refuse(422, 'email param missing');
			const address = validEmail(body.email);
			if (address === null) throw new Problem({ code: 'EMAIL_INVALID' });
			if (!(await services.readMail()).isSent) throw refuse(422, 'This server sends no mail');
			await takeQuota(services.rateLimits, { quota: TRANSCRIPTS_LIMIT, who: account.id }, 1);
			const contact = await store.contacts.find(conversation.contact_id);
			await queueTranscript(services, {
				channel: await store.channels.find(conversation.inbox_id),
				conversation,
				to: { name: contact.email === address ? contact.name : '', address },
				scope: scopeOfConversation(conversation),
			});
		},
	};
}
