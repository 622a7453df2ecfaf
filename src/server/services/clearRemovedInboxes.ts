import { leaveInbox } from '../domain/contacts/forgetVisitor.ts';
import { commit, scopeOfContact, type Services } from './services.ts';

/**
 * Deletes what was said in inboxes that are removed, of `limit` sessions in each at most, contact
 * by contact, and an inbox in which nothing is left. `onError` is told which ones failed.
 */
export async function clearRemovedInboxes(
	services: Services,
	limit: number,
	onError: (error: unknown, inboxId: number) => void,
): Promise<void> {
	const { store, files } = services;
	for (const { id, account_id: accountId } of await store.channels.listRemoved()) {
		try {
			for (const contactId of await store.sessions.listContactIds(id, limit)) {
				const unowned = await commit(services, scopeOfContact(accountId, contactId), async (repositories, publish) =>
					leaveInbox(repositories, publish, await repositories.contacts.lock(contactId), id),
				);
				await files.remove(unowned.files);
			}
			const isEmpty = (await store.sessions.listContactIds(id, 1)).length === 0;
			if (isEmpty) await store.transaction(({ channels }) => channels.delete(id));
		} catch (error) {
			onError(error, id);
		}
	}
}
