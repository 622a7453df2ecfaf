/**
 * The demo: account 1 with two agents, the plain channel `demo` and its help centre.
 * `seedDemoPages.ts` creates the other channels.
 */
import { Problem } from '../base/problem.ts';
import { DEMO_AGENT } from '../http/pages/demoLogin.ts';
import { addAgent } from '../domain/people/agents.ts';
import { createChannel } from '../domain/websites/editChannel.ts';
import { seedHelpCentre } from './seedHelpCentre.ts';
import type { User } from '../store/tables/schema.ts';
import type { Repositories, Store } from '../store/store.ts';

/** Name of the access token that the setting AGENT_TOKEN defines. */
const SETTING = 'AGENT_TOKEN';

/**
 * Creates what is missing, so it may run at every start. Resolves with the agent who gets the login
 * link.
 */
export async function seedDemo(store: Store, agentToken: string | undefined): Promise<User> {
	try {
		return await seed(store, agentToken);
	} catch (error) {
		// Another process was faster: what it has created is seen now.
		if (error instanceof Problem && error.reason.code === 'AGENT_ELSEWHERE') return seed(store, agentToken);
		throw error;
	}
}

function seed(store: Store, agentToken: string | undefined): Promise<User> {
	return store.transaction(async (repositories) => {
		const seeded = await repositories.users.findByEmail(DEMO_AGENT);
		if (seeded) {
			const [account] = await repositories.users.listAccounts(seeded.id);
			if (account) await seedHelpCentre(repositories, account.id, seeded.id);
			await setToken(repositories, seeded, agentToken);
			return seeded;
		}
		const account = await repositories.accounts.insert('Halden Stoneware');
		const ada = await addAgent(repositories, account.id, {
			name: 'Ada Lindqvist',
			displayName: 'Ada',
			email: DEMO_AGENT,
			role: 'administrator',
		});
		await setToken(repositories, ada, agentToken);
		await addAgent(repositories, account.id, {
			name: 'Noor Haddad',
			displayName: 'Noor',
			email: 'noor@example.com',
			role: 'agent',
		});
		await createChannel(repositories, {
			accountId: account.id,
			websiteToken: 'demo',
			settings: {
				name: 'Halden Stoneware',
				welcome_title: 'Hi there 👋',
				welcome_tagline: 'Ask us anything about our plates, cups and the kiln. We usually answer in a few minutes.',
			},
		});
		await seedHelpCentre(repositories, account.id, ada.id);
		return ada;
	});
}

/** Makes this the agent's token from now on; undefined keeps the existing tokens. */
async function setToken({ accessTokens }: Repositories, { id }: User, token: string | undefined): Promise<void> {
	if (token === undefined || (await accessTokens.findByToken(token))) return;
	for (const known of await accessTokens.list({ user_id: id })) {
		if (known.name === SETTING) await accessTokens.delete({ user_id: id }, known.id);
	}
	await accessTokens.insert({ user_id: id }, { name: SETTING, token, expiresAt: null });
}
