/** The settings of an account as a whole, by REST (docs/application-api.md, Account). */
import type { Account, accountRoutes } from '#protocol/accountRoutes.ts';
import { changeAccount } from '../../domain/changeAccount.ts';
import type { Services } from '../../services/services.ts';
import type { Account as AccountRow } from '../../store/schema.ts';
import type { Handlers } from '../registerRoutes.ts';
import { onlyAdministrators } from './administrators.ts';

export function accountHandlers({ store }: Services): Handlers<typeof accountRoutes> {
	return {
		showAccount: async ({ account }) => present(account),

		async updateAccount({ account, member, body }) {
			onlyAdministrators(member);
			return present(await store.transaction((repositories) => changeAccount(repositories, account.id, body)));
		},
	};
}

function present({ id, name, status, auto_resolve_duration }: AccountRow): Account {
	return { id, name, status, auto_resolve_duration };
}
