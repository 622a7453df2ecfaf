/** The visitor's own record (docs/wire.md, Contact and Identity). */
import type { VisitorContact } from '#protocol/entities/entities.ts';
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { presentVisitorContact } from '../../present/contact.ts';
import { requireCaptcha } from '../../domain/contacts/captcha.ts';
import { fillOutOfOffice } from '../../domain/messages/fillOutOfOffice.ts';
import { changeOwnContact, removeContactAttributes, setUser } from '../../domain/contacts/identify.ts';
import { proofOf } from '../../domain/contacts/identityProof.ts';
import { forgetVisitor } from '../../domain/contacts/forgetVisitor.ts';
import { checkProfileIsOpen } from '../../domain/people/profile.ts';
import { hasProvenMailbox, type Visitor } from '../../domain/contacts/visitor.ts';
import type { ContactRow } from '../../store/tables/schema.ts';
import { commit, scopeOfVisitor, type Services } from '../../services/services.ts';

type ContactHandlers = Pick<
	Handlers<typeof widgetRoutes>,
	'showContact' | 'updateContact' | 'setUser' | 'destroyContactAttributes' | 'deleteContact'
>;

export function visitorContactHandlers(services: Services): ContactHandlers {
	const { store, files, visitorTokens, globalConfig } = services;

	async function present({ channel, session }: Visitor, contact: ContactRow): Promise<VisitorContact> {
		const hasVariables = channel.inbox.out_of_office_message?.includes('{{');
		const text = hasVariables ? await fillOutOfOffice(store, channel, session) : null;
		return {
			...presentVisitorContact(contact),
			...(text !== null && { out_of_office_message: text }),
			...(hasProvenMailbox(session) && { has_proven_email: true as const }),
		};
	}

	return {
		async showContact({ visitor }) {
			const contact = await store.contacts.find(visitor.session.contact_id);
			return { ...(await present(visitor, contact)), identifier: contact.identifier };
		},

		async updateContact({ visitor, body }) {
			const isUser = body.identifier || body.jwt;
			if (!isUser || !(await proofOf(visitor.channel, body))) {
				checkProfileIsOpen(globalConfig);
				// A contact with attributes alone is not found among the contacts of the team.
				if (body.name || body.email || body.phone_number) await requireCaptcha(store, visitor);
			}
			const contact = await commit(services, scopeOfVisitor(visitor), (repositories, publish) =>
				changeOwnContact(repositories, publish, visitor, body),
			);
			return present(visitor, contact);
		},

		/**
		 * Answers which facts are known, and not the record itself, which other sessions may share
		 * (see `contactFor`).
		 */
		async destroyContactAttributes({ visitor, body }) {
			checkProfileIsOpen(globalConfig);
			const contact = await commit(services, scopeOfVisitor(visitor), (repositories, publish) =>
				removeContactAttributes(repositories, publish, visitor, body.custom_attributes),
			);
			return present(visitor, contact);
		},

		async deleteContact({ visitor }) {
			const unowned = await commit(services, scopeOfVisitor(visitor), async (repositories, publish) => {
				const session = await repositories.sessions.lock(visitor.session.id);
				return forgetVisitor(repositories, publish, session);
			});
			await files.remove(unowned.files);
		},

		/**
		 * Allowed even where profiles are closed, since the site vouches for the facts by its
		 * proof.
		 */
		async setUser({ visitor, body }) {
			if (!(await proofOf(visitor.channel, body))) {
				checkProfileIsOpen(globalConfig);
				await requireCaptcha(store, visitor);
			}
			const { session, contact } = await commit(services, scopeOfVisitor(visitor), (repositories, publish) =>
				setUser(repositories, publish, visitor, body),
			);
			return {
				...(await present({ ...visitor, session }, contact)),
				...(session.id === visitor.session.id ? {} : { widget_auth_token: await visitorTokens.sign(session) }),
			};
		},
	};
}
