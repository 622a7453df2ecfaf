import type { Channel } from '../../store/websites/channels.ts';
import type { ContactInbox } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { fillInBefore } from './variables.ts';

/** The channel's out-of-office text as this visitor reads it, or as a new visitor does. */
export async function fillOutOfOffice(
	store: Pick<Repositories, 'sessions' | 'contacts'>,
	{ inbox }: Channel,
	session: ContactInbox | undefined,
): Promise<string | null> {
	const text = inbox.out_of_office_message;
	return text === null ? null : (await fillInBefore(store, text, session)).content;
}
