/** What there is before a view of the desk that others lack. Each answers the view's fragment. */
import { createSetupLink } from '../../src/server/domain/people/firstRun.ts';
import { openStore } from '../../src/server/store/store.ts';
import type { Stage } from './stage.ts';

export type Scene = (stage: Stage) => Promise<string>;

/** Nobody administers the server yet, and this is the link for the first who does. */
export async function setUp({ server }: Stage): Promise<string> {
	const store = await openStore(server);
	try {
		for (const { id, role } of await store.users.listAccount(1))
			if (role === 'administrator') await store.users.updateMember(1, id, { role: 'agent' });
		return new URL((await createSetupLink(store, server.origin)) ?? '').hash.slice(1);
	} finally {
		await store.close();
	}
}
