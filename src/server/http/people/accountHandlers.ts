/** The settings of an account as a whole, by REST (docs/application-api.md, Account). */
import type { Account, accountRoutes } from '#protocol/application/accountRoutes.ts';
import { changeAccount } from '../../domain/people/changeAccount.ts';
import { withTag } from '../../present/tagged.ts';
import { withAccountLock, type Services } from '../../services/services.ts';
import type { Account as AccountRow } from '../../store/tables/schema.ts';
import { notFound } from '../routing/httpError.ts';
import type { Handlers } from '../routing/registerRoutes.ts';

export function accountHandlers(services: Services): Handlers<typeof accountRoutes> {
	return {
		showAccount: async ({ account }) => present(account),

		async updateAccount({ account, body, changeIfMatch }) {
			return withAccountLock(services, account.id, async (repositories) => {
				const before = await repositories.accounts.find(account.id);
				if (!before) throw notFound();
				return present(await changeIfMatch(before, present, () => changeAccount(repositories, account.id, body)));
			});
		},
	};
}

function present({ id, name, status, auto_resolve_duration }: AccountRow): Account {
	return withTag({ id, name, status, auto_resolve_duration });
}
