/** The labels of an account, by REST (docs/application-api.md, Labels). */
import { NoResultError } from 'kysely';
import type { Label, labelRoutes } from '#protocol/labelRoutes.ts';
import { changeLabel, createLabel, deleteLabel } from '../../domain/editLabel.ts';
import { setLabels } from '../../domain/labelConversation.ts';
import { changingAccount, commit, scopeOfConversation, type Services } from '../../services/services.ts';
import type { LabelRow } from '../../store/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { notFound } from '../httpError.ts';
import type { Handlers } from '../registerRoutes.ts';
import { onlyAdministrators } from './administrators.ts';

/** Conversations that are read at a time while a label is renamed. */
const AT_ONCE = 100;

export function teamLabelHandlers(services: Services): Handlers<typeof labelRoutes> {
	const { store } = services;
	const change = changingAccount(services, 'label');

	/** Each conversation is changed by itself, since there may be many. */
	const rename = async (accountId: number, before: string, after: string): Promise<void> => {
		for (;;) {
			const labelled = await store.conversations.listLabelled(accountId, before, AT_ONCE);
			for (const { id } of labelled) {
				await commit(services, scopeOfConversation({ account_id: accountId, id }), async (repositories, publish) => {
					const { labels } = await repositories.conversations.lock(id);
					const renamed = labels.map((title) => (title === before ? after : title));
					await setLabels(repositories, publish, { id }, renamed, undefined);
				}).catch(ignoreDeleted);
			}
			if (labelled.length < AT_ONCE) return;
		}
	};

	return {
		listLabels: async ({ account }) => ({ payload: (await store.labels.list(account.id)).map(present) }),

		async showLabel({ account, member, params }) {
			onlyAdministrators(member);
			return present(await find(store, account.id, params.id));
		},

		async createLabel({ account, member, body: { title, ...looks } }) {
			onlyAdministrators(member);
			return present(await change(account.id, (repositories) => createLabel(repositories, account.id, title, looks)));
		},

		async updateLabel({ account, member, params, body }) {
			onlyAdministrators(member);
			const { before, after } = await change(account.id, async (repositories) => {
				const label = await find(repositories, account.id, params.id);
				return { before: label, after: await changeLabel(repositories, label, body) };
			});
			if (after.title !== before.title) await rename(account.id, before.title, after.title);
			return present(after);
		},

		async deleteLabel({ account, member, params }) {
			onlyAdministrators(member);
			await change(account.id, async (repositories) =>
				deleteLabel(repositories, await find(repositories, account.id, params.id)),
			);
		},
	};
}

/** One that was deleted meanwhile has no label to rename. */
function ignoreDeleted(error: unknown): void {
	if (!(error instanceof NoResultError)) throw error;
}

async function find({ labels }: Repositories, accountId: number, id: number): Promise<LabelRow> {
	const label = await labels.findById(accountId, id);
	if (!label) throw notFound();
	return label;
}

function present({ id, title, description, color, show_on_sidebar }: LabelRow): Label {
	return { id, title, description, color, show_on_sidebar };
}
