/** Addresses to which the account has its events posted. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import type { Webhook } from '#protocol/receiverRoutes.ts';
import { account, call, unlessChanged } from '../../session/api.ts';

export type WebhookFacts = Pick<Webhook, 'url' | 'subscriptions' | 'paused'>;

export const loadWebhooks = atom(
	null,
	async (get) => (await call(get, applicationRoutes.listWebhooks, { params: account(get) })).payload.webhooks,
);

/** Adds a webhook, or changes the one with this id. */
export const saveWebhook = atom(null, async (get, _set, id: number | undefined, body: WebhookFacts, etag?: string) => {
	const params = account(get);
	const { payload } =
		id === undefined
			? await call(get, applicationRoutes.createWebhook, { params, body })
			: await call(get, applicationRoutes.updateWebhook, { params: { ...params, id }, body }, unlessChanged(etag));
	return payload.webhook;
});

export const renewWebhookSecret = atom(
	null,
	async (get, _set, id: number) =>
		(await call(get, applicationRoutes.changeWebhookSecret, { params: { ...account(get), id } })).payload.webhook,
);

export const deleteWebhook = atom(null, (get, _set, id: number) =>
	call(get, applicationRoutes.deleteWebhook, { params: { ...account(get), id } }),
);
