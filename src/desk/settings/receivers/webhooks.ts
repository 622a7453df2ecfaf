/** Addresses to which the account has its events posted. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { account, call } from '../../session/api.ts';
import { createCollection } from '../parts/createCollection.ts';

export const webhooks = createCollection({
	list: applicationRoutes.listWebhooks,
	itemsOf: ({ payload }) => payload.webhooks,
	create: applicationRoutes.createWebhook,
	update: applicationRoutes.updateWebhook,
	remove: applicationRoutes.deleteWebhook,
});

export const renewWebhookSecret = atom(
	null,
	async (get, _set, id: number) =>
		(await call(get, applicationRoutes.changeWebhookSecret, { params: { ...account(get), id } })).payload.webhook,
);
