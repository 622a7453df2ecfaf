/** Ratings of visitors (docs/application-api.md, Reports). */
import { CSAT_PER_PAGE, type CsatResponse, type csatRoutes } from '#protocol/application/csatRoutes.ts';
import type { CsatRating } from '#protocol/entities/contentTypes.ts';
import { presentTeamAgent } from '../../present/agent.ts';
import { presentContact } from '../../present/contact.ts';
import { iso, seconds } from '../../present/times.ts';
import type { Services } from '../../services/services.ts';
import type { CsatFilter } from '../../store/reports/csatResponses.ts';
import type { CsatResponse as CsatRow } from '../../store/tables/schema.ts';
import { csvOf } from '../routing/csv.ts';
import { publicOrigin } from '../routing/publicOrigin.ts';
import type { Handlers } from '../routing/registerRoutes.ts';

interface Asked {
	since?: number | undefined;
	until?: number | undefined;
	user_ids?: number[] | undefined;
	inbox_id?: number | undefined;
	rating?: CsatRating | undefined;
}

/** Ratings that are read at a time for the file. */
const AT_ONCE = 100;

export function csatHandlers(services: Services): Handlers<typeof csatRoutes> {
	const { store, presence } = services;

	const present = async (accountId: number, rows: readonly CsatRow[]): Promise<CsatResponse[]> => {
		const contacts = await store.contacts.listByIds(rows.map(({ contact_id }) => contact_id));
		const conversations = await store.conversations.listByIds(rows.map(({ conversation_id }) => conversation_id));
		const agentIds = rows.map(({ assigned_agent_id }) => assigned_agent_id).filter((id) => id !== null);
		const agents = await store.users.listWriters(accountId, agentIds);
		const now = await presence.list(accountId);
		return rows.map((row) => {
			const contact = contacts.find(({ id }) => id === row.contact_id);
			const agent = agents.find(({ user_id }) => user_id === row.assigned_agent_id);
			return {
				id: row.id,
				rating: row.rating,
				feedback_message: row.feedback_message,
				account_id: row.account_id,
				message_id: row.message_id,
				...(contact && { contact: presentContact(contact, now) }),
				conversation_id: conversations.find(({ id }) => id === row.conversation_id)?.display_id ?? 0,
				...(agent && { assigned_agent: presentTeamAgent(agent, now) }),
				created_at: seconds(row.created_at),
			};
		});
	};

	async function* write(filter: CsatFilter, origin: string): AsyncGenerator<string> {
		yield csvOf([
			[
				'Agent Name',
				'Rating',
				'Feedback Comment',
				'Contact Name',
				'Contact Email Address',
				'Contact Phone Number',
				'Link to the conversation',
				'Recorded date',
			],
		]);
		for (let offset = 0; ; offset += AT_ONCE) {
			const page = await store.csatResponses.listPage(filter, { offset, limit: AT_ONCE });
			const responses = await present(filter.accountId, page);
			yield csvOf(
				responses.map(({ assigned_agent, rating, feedback_message, contact, conversation_id, created_at }) => [
					assigned_agent?.available_name,
					rating,
					feedback_message,
					contact?.name,
					contact?.email,
					contact?.phone_number,
					`${origin}/desk#/conversations/${conversation_id}`,
					iso(created_at * 1000),
				]),
			);
			if (page.length < AT_ONCE) break;
		}
		yield csvOf([[`Reporting period ${iso(filter.since).slice(0, 10)} to ${iso(filter.until).slice(0, 10)}`]]);
	}

	return {
		async listCsatResponses({ account, query }) {
			const { page = 1, sort } = query;
			const rows = await store.csatResponses.listPage(filterOf(account.id, query), {
				isOldestFirst: sort === 'created_at',
				offset: (page - 1) * CSAT_PER_PAGE,
				limit: CSAT_PER_PAGE,
			});
			return present(account.id, rows);
		},

		async showCsatMetrics({ account, query }) {
			const filter = filterOf(account.id, query);
			const counts = await store.csatResponses.countByRating(filter);
			return {
				total_count: counts.reduce((sum, { count }) => sum + count, 0),
				ratings_count: Object.fromEntries(counts.map(({ rating, count }) => [rating, count])),
				total_sent_messages_count: await store.reports.countAsked(filter),
			};
		},

		async downloadCsatResponses({ account, query, reply, http }) {
			const filter = filterOf(account.id, query);
			reply.header('Content-Disposition', 'attachment; filename="csat_report.csv"');
			return write(filter, publicOrigin(services, http));
		},
	};
}

function filterOf(accountId: number, { since, until, user_ids, inbox_id, rating }: Asked): CsatFilter {
	return {
		accountId,
		since: Math.floor((since ?? 0) * 1000),
		until: until === undefined ? Date.now() + 1 : Math.floor(until * 1000),
		inboxId: inbox_id,
		userIds: user_ids?.length ? user_ids : undefined,
		rating,
	};
}
