/** The visitor's record, as far as the site tells who the visitor is (wire-contract 1.7). */
import { atom } from 'jotai/vanilla';
import type { UserFacts } from '#protocol/frameMessages.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { discardTyped } from '../messages/discardTyped.ts';
import { callAsVisitor, ensureSession, switchUser } from '../session/session.ts';

/**
 * Identifies the visitor as a user of the site. Rejects with a RequestError, whose body is the server's reason. Where the
 * session becomes another user's, everything read so far is dropped and a fresh realtime token is fetched.
 */
export const setUser = atom(null, async (get, set, identifier: string, facts: UserFacts) => {
	const { company_name, city, country_code, description, social_profiles, ...known } = facts;
	const additional_attributes = { company_name, city, country_code, description, social_profiles };
	const answer = await callAsVisitor(get, set, widgetRoutes.setUser, {
		body: { identifier, ...known, additional_attributes },
	});
	if (!answer.widget_auth_token && !facts.identifier_hash) return;
	if (answer.widget_auth_token) set(discardTyped);
	set(switchUser, answer.widget_auth_token);
	await set(ensureSession);
});
