/** What anybody may ask. */
import type { FastifyReply } from 'fastify';
import type { CsatSurvey } from '#protocol/entities.ts';
import type { publicRoutes } from '#protocol/publicRoutes.ts';
import { refuse } from './http/refusal.ts';
import type { Handlers, RouteOptions } from './http/registerRoutes.ts';
import { publicLimits } from './http/rateLimits.ts';
import { allowEveryOrigin } from './pages/securityHeaders.ts';
import { presentChannelLook } from './present/channel.ts';
import { presentSurvey } from './present/survey.ts';
import { answerQuestion } from './rules/answerQuestion.ts';
import { checkSurveyTime, findSurvey } from './rules/survey.ts';
import { commit, type Services } from './services.ts';
import type { Repositories } from './store/store.ts';

export function publicHandlers(services: Services): Handlers<typeof publicRoutes> {
	const { store } = services;
	return {
		showChannel: async ({ channel }) => presentChannelLook(channel),

		showSurvey: ({ params }) => showSurvey(store, params.uuid),

		async updateSurvey({ params, body }) {
			const found = await findSurvey(store, params.uuid);
			checkSurveyTime(found.message);
			await commit(services, found.conversation.account_id, async (repositories, announce) => {
				// Only one at a time reads and writes the message's answer.
				await repositories.conversations.lock(found.conversation.id);
				const { conversation, message } = await findSurvey(repositories, params.uuid);
				await answerQuestion(repositories, announce, conversation, message, {
					submittedValues: body.message.submitted_values,
				});
			});
			return showSurvey(store, params.uuid);
		},

		async healthz() {
			try {
				await store.check();
			} catch {
				throw refuse(503, 'The database does not answer');
			}
			return { status: 'ok', database: store.database };
		},
	};
}

async function showSurvey(store: Repositories, uuid: string): Promise<CsatSurvey> {
	const { conversation, message } = await findSurvey(store, uuid);
	const channel = await store.channels.find(conversation.inbox_id);
	if (channel.account.status === 'suspended') throw refuse(401, 'Account is suspended');
	return presentSurvey(channel, message, await store.csatResponses.findByMessage(message.id));
}

/** A changed colour shows on all pages after this many seconds. */
const CHANNEL_MAX_AGE = 60;

const surveyOptions = {
	onRequest: async (_request: unknown, reply: FastifyReply) => {
		allowEveryOrigin(reply);
		reply.header('Cache-Control', 'no-store');
	},
};

export const publicRouteOptions: RouteOptions<typeof publicRoutes> = {
	showChannel: {
		config: { hasETag: true },
		onRequest: async (_request: unknown, reply: FastifyReply) => {
			allowEveryOrigin(reply);
			reply.header('Cache-Control', `public, max-age=${CHANNEL_MAX_AGE}`);
		},
	},
	showSurvey: { ...publicLimits.showSurvey, ...surveyOptions },
	updateSurvey: { ...publicLimits.updateSurvey, ...surveyOptions },
};
