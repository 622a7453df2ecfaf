/** What the caller has been told of, by REST (docs/application-api.md, Notifications). */
import type { notificationListRoutes } from '#protocol/application/teams/notificationListRoutes.ts';
import { notFound } from '../../base/problem.ts';
import type { EventPublisher } from '../../domain/eventPublisher.ts';
import { changeNotification, readNotifications } from '../../domain/people/notificationList.ts';
import { presentNotificationRecord, presentNotifications } from '../../present/notification.ts';
import { commit, scopeOfNotifications, type Services } from '../../services/services.ts';
import type { Member } from '../../store/people/users.ts';
import type { Repositories } from '../../store/store.ts';
import type { Handlers } from '../routing/registerRoutes.ts';

const PAGE = 15;

export function notificationListHandlers(services: Services): Handlers<typeof notificationListRoutes> {
	const { store, files, presence, readConfiguration } = services;
	const change = <T>(
		member: Member,
		work: (repositories: Repositories, publish: EventPublisher) => Promise<T>,
	): Promise<T> => commit(services, scopeOfNotifications(member), work);
	const changeOne = async (member: Member, id: number, how: Parameters<typeof changeNotification>[4]) =>
		presentNotificationRecord(
			await change(member, (repositories, publish) => changeNotification(repositories, publish, member, id, how)),
		);

	return {
		async listNotifications({ member, query: { page = 1, includes, sort_order: order = 'desc' } }) {
			const { account_id, user_id } = member;
			const owner = { account_id, user_id };
			const filter = { ...owner, withRead: includes.includes('read'), withSnoozed: includes.includes('snoozed') };
			const rows = await store.notifications.listPage(filter, { order, page, limit: PAGE });
			const sources = {
				store,
				files,
				configuration: await readConfiguration(),
				present: await presence.list(account_id),
			};
			const unread = await store.notifications.countUnread(account_id, [user_id]);
			return {
				data: {
					meta: {
						unread_count: unread.get(user_id) ?? 0,
						count: await store.notifications.count(filter),
						current_page: page,
					},
					payload: await presentNotifications(sources, rows),
				},
			};
		},

		countUnreadNotifications: async ({ member: { account_id, user_id } }) =>
			(await store.notifications.countUnread(account_id, [user_id])).get(user_id) ?? 0,

		readNotification: ({ member, params }) => changeOne(member, params.id, { read_at: Date.now() }),

		unreadNotification: ({ member, params }) => changeOne(member, params.id, { read_at: null }),

		snoozeNotification: ({ member, params, body: { snoozed_until: until } }) =>
			changeOne(
				member,
				params.id,
				until === undefined ? {} : { snoozed_until: until === null ? null : Math.round(until * 1000) },
			),

		deleteNotification: ({ member, params: { id } }) =>
			change(member, async ({ notifications }, publish) => {
				const deleted = await notifications.delete(member, { id });
				if (deleted.length === 0) throw notFound();
				await publish.notificationsDeleted(deleted);
			}),

		readAllNotifications: ({ member, body: { primary_actor_id: id } }) =>
			change(member, (repositories, publish) => readNotifications(repositories, publish, member, id ?? undefined)),

		deleteNotifications: ({ member, body: { type } }) =>
			change(member, async ({ notifications }, publish) =>
				publish.notificationsDeleted(await notifications.delete(member, { isRead: type === 'read' })),
			),
	};
}
