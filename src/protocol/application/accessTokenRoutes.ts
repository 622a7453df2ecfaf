/**
 * Access tokens of agents and bots (docs/application-api.md, Access tokens). Chatwoot has no such
 * routes.
 */
import * as v from 'valibot';
import { maxCharacters } from '../base/characters.ts';
import { password } from './deskSessionRoutes.ts';
import { accountParams, numeric, orNone } from '../base/numeric.ts';
import type { RouteTable } from '../base/routes.ts';

/** The name of a client's token that signing in has made: a new password ends it. */
export const SIGNED_IN = 'Signed in';

export const AccessToken = v.object({
	id: v.number(),
	/** What it is for, in its owner's words. */
	name: v.string(),
	/** The end of the token, by which people recognise it. */
	last_four: v.string(),
	/** Seconds since the epoch. */
	created_at: v.number(),
	/** Seconds since the epoch, to the minute; null until the token is used for the first time. */
	last_used_at: v.nullable(v.number()),
	/** Seconds since the epoch; null for a token that never expires. */
	expires_at: v.nullable(v.number()),
});
export type AccessToken = v.InferOutput<typeof AccessToken>;

const list = v.object({ payload: v.array(AccessToken) });

/** The answer to the call that makes a token: the only one that carries the token itself. */
const made = v.object({ ...AccessToken.entries, access_token: v.string() });

const body = v.object({
	name: v.pipe(v.string(), v.trim(), v.minLength(1, "Name can't be blank"), maxCharacters(255, 'Name is too long')),
	/** Seconds since the epoch, in the future; a token without it never expires. */
	expires_at: v.optional(orNone(v.pipe(numeric, v.maxValue(8_640_000_000_000)))),
});

/** By a person, who has to prove who they are, since the token signs a person in. */
const bodyOfPerson = v.object({ ...body.entries, current_password: v.optional(password) });

const OWN = '/api/v1/profile/access_tokens';
const AGENTS = '/api/v1/accounts/:account_id/agents/:user_id/access_tokens';
const BOTS = '/api/v1/accounts/:account_id/agent_bots/:bot_id/access_tokens';

const ofAgent = v.object({ ...accountParams.entries, user_id: numeric });
const ofBot = v.object({ ...accountParams.entries, bot_id: numeric });

export const accessTokenRoutes = {
	listOwnAccessTokens: {
		method: 'GET',
		path: OWN,
		role: 'user',
		summary: 'One’s own tokens, the oldest first',
		response: list,
	},
	createOwnAccessToken: {
		method: 'POST',
		path: OWN,
		role: 'user',
		summary:
			'Makes a token of one’s own, which is in this answer and in no other; needs the current password, or a session that a link has just begun',
		body: bodyOfPerson,
		response: made,
	},
	revokeOwnAccessToken: {
		method: 'DELETE',
		path: `${OWN}/:id`,
		role: 'user',
		summary: 'Revokes a token of one’s own',
		params: v.object({ id: numeric }),
	},
	listAgentAccessTokens: {
		method: 'GET',
		path: AGENTS,
		role: 'administrator',
		summary: 'The tokens of an agent',
		params: ofAgent,
		response: list,
	},
	createAgentAccessToken: {
		method: 'POST',
		path: AGENTS,
		role: 'administrator',
		summary: 'Makes a token of an agent; needs the caller’s current password, or a session that a link has just begun',
		params: ofAgent,
		body: bodyOfPerson,
		response: made,
	},
	revokeAgentAccessToken: {
		method: 'DELETE',
		path: `${AGENTS}/:id`,
		role: 'administrator',
		summary: 'Revokes a token of an agent',
		params: v.object({ ...ofAgent.entries, id: numeric }),
	},
	listBotAccessTokens: {
		method: 'GET',
		path: BOTS,
		role: 'administrator',
		summary: 'The tokens of a bot',
		params: ofBot,
		response: list,
	},
	createBotAccessToken: {
		method: 'POST',
		path: BOTS,
		role: 'administrator',
		summary: 'Makes a token of a bot',
		params: ofBot,
		body,
		response: made,
	},
	revokeBotAccessToken: {
		method: 'DELETE',
		path: `${BOTS}/:id`,
		role: 'administrator',
		summary: 'Revokes a token of a bot',
		params: v.object({ ...ofBot.entries, id: numeric }),
	},
} as const satisfies RouteTable;
