import type { CsatSurvey } from '#protocol/entities/entities.ts';
import type { publicRoutes } from '#protocol/publicRoutes.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { presentSurvey } from '../../present/survey.ts';
import { answerQuestion } from '../../domain/messages/answerQuestion.ts';
import { checkSurveyTime, findSurvey } from '../../domain/reports/findSurvey.ts';
import { commit, scopeOfConversation, type Services } from '../../services/services.ts';

type SurveyHandlers = Pick<Handlers<typeof publicRoutes>, 'showSurvey' | 'updateSurvey'>;

/** The rating of a conversation by a mailed link. */
export function surveyHandlers(services: Services): SurveyHandlers {
	const { store } = services;
	return {
		showSurvey: ({ params }) => showSurvey(services, params.uuid),

		async updateSurvey({ params, body }) {
			const found = await findSurvey(store, params.uuid);
			checkSurveyTime(found.message);
			await commit(services, scopeOfConversation(found.conversation), async (repositories, publish) => {
				// The lock serialises those who read and change the message's answer.
				await repositories.conversations.lock(found.conversation.id);
				const { conversation, message } = await findSurvey(repositories, params.uuid);
				await answerQuestion(repositories, publish, conversation, message, {
					submittedValues: body.message.submitted_values,
				});
			});
			return showSurvey(services, params.uuid);
		},
	};
}

async function showSurvey({ store, globalConfig }: Services, uuid: string): Promise<CsatSurvey> {
	const { channel, conversation, message } = await findSurvey(store, uuid);
	return presentSurvey(
		channel,
		globalConfig,
		conversation,
		message,
		await store.csatResponses.findByMessage(message.id),
	);
}
