/**
 * Those in whose name the fuzzer asks. Its requests take their credentials away: they sign out,
 * revoke tokens, remove people, change roles, and delete visitor, bot and website. What is gone is
 * made anew in the database, so that it is the product's rooms that are tested, and not its door.
 */
import { addAgent } from '../../src/server/domain/people/agents.ts';
import { createChannel } from '../../src/server/domain/websites/editChannel.ts';
import { randomToken } from '../../src/server/base/randomToken.ts';
import type { TokenOwner } from '../../src/server/store/people/accessTokens.ts';
import { openStore, type Store } from '../../src/server/store/store.ts';
import { createVisitor, type Visitor } from '../server/api.ts';
import type { TestServer } from '../support/server.ts';

const TEAM = ['agentWithoutInbox', 'agent', 'administrator'] as const;
export const ROLES = ['visitor', ...TEAM, 'bot'] as const;
export type Role = (typeof ROLES)[number];

export interface Callers {
	/** Of the website that they all have to do with. */
	readonly websiteToken: string;
	/** Of the visitor, for realtime. */
	readonly pubsubToken: string;
	credentialsOf(role: Role): Record<string, string>;
	/** Makes anew what is lost. */
	restore(): Promise<void>;
	close(): Promise<void>;
}

const ACCOUNT = 1;

export async function createCallers({ origin, dataDir }: Pick<TestServer, 'origin' | 'dataDir'>): Promise<Callers> {
	const store = await openStore({ dataDir });
	const tokens = new Map<Role, string>();
	let websiteToken = 'demo';
	let visitor: Visitor | undefined;
	let restoring: Promise<void> | undefined;

	const restoreToken = async (role: Role, owner: TokenOwner): Promise<void> => {
		// Who was renamed meanwhile still has a token, and is another than this role's.
		const known = await store.accessTokens.findByToken(tokens.get(role) ?? '');
		if (known && (await store.accessTokens.list(owner)).some(({ id }) => id === known.id)) return;
		const token = randomToken();
		await store.accessTokens.insert(owner, { name: role, token, expiresAt: null });
		tokens.set(role, token);
	};
	const restoreAll = async (): Promise<void> => {
		const known = await store.channels.findByWebsiteToken(websiteToken);
		const { inbox, ...made } =
			known ?? (await createChannel(store, { accountId: ACCOUNT, settings: { name: 'Halden Stoneware' } }));
		if ('websiteToken' in made) ({ websiteToken } = made);
		for (const role of TEAM) await restoreToken(role, { user_id: await restoreMember(store, role, inbox.id) });
		await restoreToken('bot', { agent_bot_id: await restoreBot(store, inbox.id) });
		if ((await visitor?.call('contact'))?.status === 200) return;
		// The website may be deleted again meanwhile: what is refused then restores it.
		visitor = await createVisitor(origin, undefined, websiteToken).catch(() => visitor);
		await visitor?.call('messages', { body: { message: { content: 'Hello' } } });
	};
	const restore = (): Promise<void> =>
		(restoring ??= restoreAll().finally(() => {
			restoring = undefined;
		}));

	await restore();
	return {
		get websiteToken() {
			return websiteToken;
		},
		get pubsubToken() {
			return visitor?.pubsubToken ?? '';
		},
		credentialsOf: (role) =>
			role === 'visitor' ? { 'X-Auth-Token': visitor?.authToken ?? '' } : { api_access_token: tokens.get(role) ?? '' },
		restore,
		close: () => store.close(),
	};
}

/** Resolves with the person's id. */
async function restoreMember(store: Store, caller: (typeof TEAM)[number], inboxId: number): Promise<number> {
	const role = caller === 'administrator' ? caller : 'agent';
	const email = `${caller.toLowerCase()}@fuzz.example`;
	const known = await store.users.findByEmail(email);
	const member = known && (await store.users.findMember(ACCOUNT, known.id));
	const { id } = member ? known : await addAgent(store, ACCOUNT, { name: caller, email, role });
	if (member && member.role !== role) await store.users.updateMember(ACCOUNT, id, { role });
	const seen = await store.channels.listVisibleInboxIds(ACCOUNT, { user_id: id, role: 'agent' });
	if (caller === 'agentWithoutInbox') await store.channels.removeMember(seen, id);
	else if (!seen.includes(inboxId)) await store.channels.addMember(inboxId, id);
	return id;
}

/** Resolves with the bot's id. It has no address, so that nothing is posted to it. */
async function restoreBot(store: Store, inboxId: number): Promise<number> {
	const name = 'Fuzzed bot';
	const { id } =
		(await store.bots.findByName(ACCOUNT, name)) ??
		(await store.bots.insert({ accountId: ACCOUNT, name, secret: randomToken() }));
	const answersIn = await store.bots.listInboxIds(id);
	if (!answersIn.includes(inboxId)) {
		// Without surveys nobody could answer one.
		await store.channels.update(inboxId, { inbox: { agent_bot_id: id, csat_survey_enabled: true } });
	}
	return id;
}
