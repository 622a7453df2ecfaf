/** The visitor's record: what is known of it, and what the site or the visitor tells (wire-contract 1.6 and 1.7). */
import { atom } from 'jotai/vanilla';
import type { VisitorContact } from '#protocol/entities.ts';
import type { UserFacts } from '#protocol/hostToFrame.ts';
import { READ_TIMEOUT, SEND_TIMEOUT } from '#protocol/limits.ts';
import type { RouteInput } from '#protocol/routes.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { discardTyped } from '../messages/discardTyped.ts';
import { atomPerVisit } from '../session/perVisit.ts';
import {
	callAsVisitor,
	ensureSession,
	leaveOtherUser,
	noteIdentifier,
	switchUser,
	visitAtom,
} from '../session/session.ts';

const knownAtom = atomPerVisit<VisitorContact | undefined>(undefined);

/** Which facts the team has, as far as the server was asked; never the facts themselves. */
export const contactAtom = atom((get) => get(knownAtom));

/** Asks which facts the team has. Rejects with a RequestError. */
export const loadContact = atom(null, async (get, set) => {
	const visit = get(visitAtom);
	const contact = await callAsVisitor(get, set, widgetRoutes.showContact, {}, { timeout: READ_TIMEOUT });
	set(knownAtom, () => contact, visit);
});

/** Adds facts that the visitor gives. Rejects with a RequestError. */
export const updateContact = atom(
	null,
	async (get, set, facts: RouteInput<typeof widgetRoutes.updateContact>['body']) => {
		const input = { body: facts };
		const contact = await callAsVisitor(get, set, widgetRoutes.updateContact, input, { timeout: SEND_TIMEOUT });
		// The answer leaves the identifier out.
		set(knownAtom, (known) => ({ ...known, ...contact }));
	},
);

/** Nothing of another user shows any more, from now on. Answers whether there was one. */
export const welcomeUser = atom(null, (_get, set, identifier: string): boolean => {
	const hasLeft = set(leaveOtherUser, identifier);
	if (hasLeft) set(discardTyped);
	return hasLeft;
});

/**
 * Identifies the visitor as a user of the site. Rejects with a RequestError, whose body is the server's reason. Where the
 * session becomes another user's, everything read so far is dropped and a fresh realtime token is fetched.
 */
export const setUser = atom(null, async (get, set, identifier: string, facts: UserFacts) => {
	const { company_name, city, country_code, description, social_profiles, ...known } = facts;
	const additional_attributes = { company_name, city, country_code, description, social_profiles };
	set(welcomeUser, identifier);
	const input = { body: { identifier, ...known, additional_attributes } };
	const answer = await callAsVisitor(get, set, widgetRoutes.setUser, input, { timeout: SEND_TIMEOUT });
	const { widget_auth_token: _token, ...contact } = answer;
	set(knownAtom, () => ({ ...contact, identifier }));
	if (!answer.widget_auth_token && !facts.identifier_hash) return set(noteIdentifier, identifier);
	if (answer.widget_auth_token) set(discardTyped);
	set(switchUser, answer.widget_auth_token);
	set(noteIdentifier, identifier);
	await set(ensureSession);
});
