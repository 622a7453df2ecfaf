/**
 * Signing in at the desk, the address that one signs in with, and the list of devices that are
 * signed in (docs/application-api.md, Profile and signing in; The desk's session). Chatwoot has no
 * such routes.
 */
import * as v from 'valibot';
import { Profile } from '../entities/entities.ts';
import { maxCharacters } from '../base/characters.ts';
import { EMAIL_MAX, NAME_MAX, PASSWORD_MAX } from '../base/limits.ts';
import { accountParams, numeric } from '../base/numeric.ts';
import type { RouteTable } from '../base/routes.ts';

/**
 * Header of every request of the desk. Pages of other sites cannot send it: their browser would
 * have to ask first (CORS preflight), and the server does not allow it.
 */
export const DESK_HEADER = 'X-Live-Chat-Desk';

/** In the fragment of a login link: a person who has no password yet is asked for one at first. */
export const ASKS_PASSWORD = 'ask-password';

export const DeskSession = v.object({
	id: v.number(),
	/** Browser and system, such as `Firefox on Linux`. */
	device: v.string(),
	/** Seconds since the epoch, like all times here. */
	created_at: v.number(),
	/** To the minute. */
	last_used_at: v.number(),
	/** Put off each time the session is used. */
	expires_at: v.number(),
	/** Whether it is the session of the caller. */
	current: v.boolean(),
});
export type DeskSession = v.InferOutput<typeof DeskSession>;

const email = v.pipe(v.string(), v.maxLength(EMAIL_MAX));
const newEmail = v.pipe(email, v.trim(), v.email('Email is invalid'));
/** The language of a mail. */
const locale = v.optional(v.pipe(v.string(), v.maxLength(35)));
/** Longer ones are no password; of those that are, the server says which it takes. */
export const password = v.pipe(v.string(), v.maxLength(4 * PASSWORD_MAX));
export const byPassword = v.object({ email, password });
/** The one-time token of a login link. */
export const byLink = v.object({ email, sso_auth_token: v.string() });

export const personName = v.pipe(v.string(), v.trim(), maxCharacters(NAME_MAX, 'Name is too long'));

const OWN = '/api/v1/profile/desk_sessions';
const EMAIL_CHANGE = '/api/v1/profile/email_change';

export const deskSessionRoutes = {
	createDeskSession: {
		method: 'POST',
		path: '/auth/desk_session',
		role: 'public',
		summary: 'Signs in at the desk, whose cookie then is its session; for pages of this server alone',
		body: v.union([byPassword, byLink, v.object({ access_token: v.string() })]),
		response: Profile,
	},
	createFirstAdministrator: {
		method: 'POST',
		path: '/auth/first_administrator',
		role: 'public',
		summary:
			'Makes the first administrator, by the token of the link that the server prints, and signs them in at the desk; for pages of this server alone',
		body: v.object({
			token: v.string(),
			name: v.pipe(personName, v.minLength(1, "Name can't be blank")),
			email: newEmail,
			password,
		}),
		response: Profile,
	},
	requestLoginLink: {
		method: 'POST',
		path: '/auth/login_link',
		role: 'public',
		summary: 'Mails a login link to an agent; the answer is the same where no agent has the address',
		body: v.object({ email, locale }),
		response: v.object({ success: v.literal(true) }),
	},
	requestEmailChange: {
		method: 'POST',
		path: EMAIL_CHANGE,
		role: 'user',
		summary:
			'Mails a link to a new address, which becomes the caller’s by it; needs the current password, or a session that a link has just begun; the answer is the same where somebody else has the address',
		body: v.object({
			email: newEmail,
			current_password: v.optional(password),
			locale,
		}),
		response: v.object({ success: v.literal(true) }),
	},
	confirmEmailChange: {
		method: 'POST',
		path: `${EMAIL_CHANGE}/confirm`,
		role: 'user',
		summary: 'Makes a new address the caller’s, by the token of the link that was mailed there; the former one is told',
		body: v.object({ email: newEmail, token: v.string(), locale }),
		response: Profile,
	},
	signOut: {
		method: 'DELETE',
		path: '/auth/sign_out',
		role: 'user',
		summary: 'Ends what the caller has called with: the desk’s session, or the token',
		response: v.object({ success: v.literal(true) }),
	},
	listDeskSessions: {
		method: 'GET',
		path: OWN,
		role: 'user',
		summary: 'Where one is signed in at the desk, the last used first',
		response: v.object({ payload: v.array(DeskSession) }),
	},
	endDeskSession: {
		method: 'DELETE',
		path: `${OWN}/:id`,
		role: 'user',
		summary: 'Ends one of one’s own sessions at the desk',
		params: v.object({ id: numeric }),
	},
	endAgentDeskSessions: {
		method: 'DELETE',
		path: '/api/v1/accounts/:account_id/agents/:user_id/desk_sessions',
		role: 'administrator',
		summary: 'Ends all sessions of an agent at the desk',
		params: v.object({ ...accountParams.entries, user_id: numeric }),
	},
} as const satisfies RouteTable;
