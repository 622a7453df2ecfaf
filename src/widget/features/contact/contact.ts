/**
 * The visitor's contact: what is known of it, and what the site or the visitor adds (docs/wire.md,
 * Contact and Identity).
 */
import { type Atom, atom } from 'jotai/vanilla';
import type { VisitorContact } from '#protocol/entities/entities.ts';
import type { UserFacts } from '#protocol/frame/hostRequest.ts';
import { READ_TIMEOUT, SEND_TIMEOUT } from '#protocol/base/limits.ts';
import type { RouteInput } from '#protocol/base/routes.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { atomPerVisit } from '../session/perVisit.ts';
import { callAsVisitor } from '../session/session.ts';

const knownAtom = atomPerVisit<VisitorContact | undefined>(undefined);

/**
 * Which facts the team has, as far as the server was asked. The facts themselves are never sent
 * here.
 */
export const contactAtom: Atom<VisitorContact | undefined> = knownAtom;

/** Loads which facts the team has. Rejects with a RequestError. */
export const loadContact = atom(null, async (get, set) => {
	const contact = await callAsVisitor(get, set, widgetRoutes.showContact, {}, { timeout: READ_TIMEOUT });
	set(knownAtom, () => contact);
});

/** Adds facts that the visitor gives. Rejects with a RequestError. */
export const updateContact = atom(
	null,
	async (get, set, facts: RouteInput<typeof widgetRoutes.updateContact>['body']) => {
		const input = { body: facts };
		const contact = await callAsVisitor(get, set, widgetRoutes.updateContact, input, { timeout: SEND_TIMEOUT });
		// The response leaves the identifier out.
		set(knownAtom, (known) => ({ ...known, ...contact }));
	},
);

/**
 * Tells the server which user the site has named. Resolves with the session's new token where it
 * has become another user's. Rejects with a RequestError.
 */
export const identifyContact = atom(null, async (get, set, identifier: string, facts: UserFacts) => {
	const { company_name, city, country_code, description, social_profiles, ...known } = facts;
	const additional_attributes = { company_name, city, country_code, description, social_profiles };
	const input = { body: { identifier, ...known, additional_attributes } };
	const answer = await callAsVisitor(get, set, widgetRoutes.setUser, input, { timeout: SEND_TIMEOUT });
	const { widget_auth_token: authToken, ...contact } = answer;
	set(knownAtom, () => ({ ...contact, identifier }));
	return authToken;
});
