/** What there is before a view of the desk that others lack. Each answers the view's fragment. */
import { createSetupLink } from '../../src/server/domain/people/firstRun.ts';
import { createLoginLink } from '../../src/server/domain/people/loginLink.ts';
import { openStore, type Store } from '../../src/server/store/store.ts';
import { createAgent } from '../server/api.ts';
import type { Stage } from './stage.ts';

export type Scene = (stage: Stage) => Promise<string>;

/** Nobody administers the server yet, and this is the link for the first who does. */
export const setUp: Scene = (stage) =>
	withStore(stage, async (store) => {
		for (const { id, role } of await store.users.listAccount(1))
			if (role === 'administrator') await store.users.updateMember(1, id, { role: 'agent' });
		return fragmentOf((await createSetupLink(store, stage.server.origin)) ?? '');
	});

/** The link of an agent who has been invited, and has no password yet. */
export const invite: Scene = (stage) => linkFor(stage, 'ada@example.com');

/** A link of another person than the one who is signed in. */
export const changePerson: Scene = (stage) => linkFor(stage, 'noor@example.com');

/** A conversation that an agent has begun, and in which nobody has written yet. */
export const beginEmpty: Scene = async ({ server }) => {
	const agent = createAgent(server.origin, server.agentToken);
	const { body } = await agent.call<{ payload: { contact_inbox: { source_id: string } } }>('contacts', {
		body: { name: 'Nia', inbox_id: 1 },
	});
	const { source_id } = body.payload.contact_inbox;
	const begun = await agent.call<{ id: number }>('conversations', { body: { source_id } });
	return `/conversations/${begun.body.id}`;
};

function linkFor(stage: Stage, email: string): Promise<string> {
	return withStore(stage, async (store) => {
		const person = await store.users.findByEmail(email);
		if (!person) throw new Error(`There is no agent ${email}`);
		return fragmentOf(await createLoginLink(store, person, stage.server.origin, { asksPassword: true }));
	});
}

async function withStore<T>({ server }: Stage, act: (store: Store) => Promise<T>): Promise<T> {
	const store = await openStore(server);
	try {
		return await act(store);
	} finally {
		await store.close();
	}
}

function fragmentOf(link: string): string {
	return new URL(link).hash.slice(1);
}
