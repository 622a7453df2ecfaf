/** The demo: account 1 with two agents and the plain channel `demo`. */
import { createAgent, createChannel } from './rules/team.ts';
import type { User } from './store/schema.ts';
import type { Store } from './store/store.ts';

const ADA = 'ada@example.com';

/** Makes what is missing, so that it may run at every start. Answers the agent for whom the login link is. */
export async function seedDemo(store: Store, agentToken: string | undefined): Promise<User> {
	return store.transaction(async (repositories) => {
		const seeded = await repositories.users.findByEmail(ADA);
		if (seeded) {
			if (agentToken !== undefined) await repositories.users.setAccessToken(seeded.id, agentToken);
			return { ...seeded, access_token: agentToken ?? seeded.access_token };
		}
		const account = await repositories.accounts.insert('Halden Stoneware');
		const ada = await createAgent(repositories, {
			accountId: account.id,
			name: 'Ada Lindqvist',
			displayName: 'Ada',
			email: ADA,
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
		return ada;
	});
}
