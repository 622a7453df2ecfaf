/** The visitor's own record (wire-contract 1.6, 1.7). */
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { refuse } from '../http/refusal.ts';
import type { Handlers } from '../http/registerRoutes.ts';
import { presentVisitorContact } from '../present/contact.ts';
import { checkHash, describeContact, setUser } from '../rules/identify.ts';
import type { Services } from '../services.ts';

type ContactHandlers = Pick<Handlers<typeof widgetRoutes>, 'showContact' | 'updateContact' | 'setUser'>;

export function contactHandlers({ store, visitorTokens }: Services): ContactHandlers {
	return {
		async showContact({ visitor }) {
			const contact = await store.contacts.find(visitor.session.contact_id);
			return { ...presentVisitorContact(contact), identifier: contact.identifier };
		},

		/** With an identifier it is `set_user`, for which the identifier must be proven, and which may not switch users. */
		async updateContact({ visitor, body }) {
			const contact = await store.transaction(async (repositories) => {
				const session = await repositories.sessions.lock(visitor.session.id);
				const own = await repositories.contacts.find(session.contact_id);
				if (!body.identifier) return describeContact(repositories, own, body);
				const isOther = own.identifier !== null && own.identifier !== body.identifier;
				if (isOther || !checkHash(visitor.channel, body)) {
					throw refuse(401, 'HMAC failed: Invalid Identifier Hash Provided');
				}
				return (await setUser(repositories, { ...visitor, session }, body)).contact;
			});
			return presentVisitorContact(contact);
		},

		async setUser({ visitor, body }) {
			const { session, contact } = await store.transaction((repositories) => setUser(repositories, visitor, body));
			return {
				...presentVisitorContact(contact),
				...(session.id === visitor.session.id ? {} : { widget_auth_token: await visitorTokens.sign(session) }),
			};
		},
	};
}
