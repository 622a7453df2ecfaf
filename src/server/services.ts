/** What the routes work with. */
import type { GlobalConfig } from '#protocol/channel.ts';
import type { CallProvider } from './calls/callProvider.ts';
import type { Files } from './files/files.ts';
import type { Mailer } from './mail/mailer.ts';
import { createAnnouncer, type Announcer } from './realtime/announcer.ts';
import type { Broadcaster } from './realtime/broadcaster.ts';
import type { Presence } from './realtime/presence.ts';
import type { Repositories, Store } from './store/store.ts';
import type { VisitorTokens } from './visitorToken.ts';

export interface Services {
	store: Store;
	presence: Presence;
	broadcaster: Broadcaster;
	visitorTokens: VisitorTokens;
	files: Files;
	mailer: Mailer;
	calls: CallProvider;
	globalConfig: GlobalConfig;
}

/**
 * Runs `work` as one transaction and then, only when it is stored, pushes what it announced. `work` may run again (see
 * `Store.transaction`), so it has no effects but through its parameters.
 */
export async function commit<T>(
	{ store, files, presence, broadcaster }: Services,
	accountId: number,
	work: (repositories: Repositories, announce: Announcer) => Promise<T>,
): Promise<T> {
	const present = await presence.list(accountId);
	const { result, deliveries } = await store.transaction(async (repositories) => {
		const announce = createAnnouncer(repositories, files, present);
		return { result: await work(repositories, announce), deliveries: announce.deliveries };
	});
	broadcaster.broadcast(deliveries);
	return result;
}
