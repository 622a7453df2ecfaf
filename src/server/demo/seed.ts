/** The demo: account 1 with two agents, the plain channel `demo` and its help centre. `seedDemoPages.ts` has the other channels. */
import { DEMO_AGENT } from '../http/pages/demoLogin.ts';
import { createAgent, createChannel } from '../domain/team.ts';
import { seedHelpCentre } from './seedHelpCentre.ts';
import type { User } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/** Makes what is missing, so that it may run at every start. Answers the agent for whom the login link is. */
export async function seedDemo(store: Store, agentToken: string | undefined): Promise<User> {
	return store.transaction(async (repositories) => {
		const seeded = await repositories.users.findByEmail(DEMO_AGENT);
		if (seeded) {
			const [account] = await repositories.users.listAccounts(seeded.id);
			if (account) await seedHelpCentre(repositories, account.id, seeded.id);
			if (agentToken !== undefined) await repositories.users.setAccessToken(seeded.id, agentToken);
			return { ...seeded, access_token: agentToken ?? seeded.access_token };
		}
		const account = await repositories.accounts.insert('Halden Stoneware');
		const ada = await createAgent(repositories, {
			accountId: account.id,
			name: 'Ada Lindqvist',
			displayName: 'Ada',
			email: DEMO_AGENT,
			role: 'administrator',
			accessToken: agentToken,
		});
		await createAgent(repositories, {
			accountId: account.id,
			name: 'Noor Haddad',
			displayName: 'Noor',
			email: 'noor@example.com',
			role: 'agent',
		});
		await createChannel(repositories, {
			accountId: account.id,
			name: 'Halden Stoneware',
			websiteToken: 'demo',
			welcomeTitle: 'Hi there 👋',
			welcomeTagline: 'Ask us anything about our plates, cups and the kiln. We usually answer in a few minutes.',
		});
		await seedHelpCentre(repositories, account.id, ada.id);
		return ada;
	});
}
