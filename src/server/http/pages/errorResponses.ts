/**
 * The errors in the API reference: those that a route may answer, derived from who may call it and
 * its input.
 */
import { isForTeam, type Role, type Route } from '#protocol/base/routes.ts';

export interface ErrorResponse {
	status: number;
	/** JSON, a text, or undefined for an empty body. */
	body: object | string;
	when: string;
}

const NOT_FOUND = { error: 'Resource could not be found' };

const UNKNOWN_CHANNEL: ErrorResponse = { status: 404, body: NOT_FOUND, when: 'No channel has this website_token' };
const SUSPENDED: ErrorResponse = {
	status: 401,
	body: { error: 'Account is suspended' },
	when: 'The account is suspended',
};
const TOKEN_MISSING: ErrorResponse = {
	status: 401,
	body: { errors: ['You need to sign in or sign up before continuing.'] },
	when: 'The header api_access_token is missing',
};
const TOKEN_UNKNOWN: ErrorResponse = {
	status: 401,
	body: { error: 'Invalid Access Token' },
	when: 'The token is unknown, expired or revoked',
};
const NO_BOTS: ErrorResponse = {
	status: 401,
	body: { error: 'Access to this endpoint is not authorized for bots' },
	when: 'The token is a bot’s',
};
const FOREIGN_ACCOUNT: ErrorResponse = {
	status: 401,
	body: { error: 'You are not authorized to access this account' },
	when: 'The caller is no member of the account',
};
const NOT_AUTHORIZED = { error: 'You are not authorized to do this action' };
const NOT_ADMINISTRATOR: ErrorResponse = { status: 401, body: NOT_AUTHORIZED, when: 'The caller is no administrator' };
const NOT_IN_INBOX: ErrorResponse = { status: 401, body: NOT_AUTHORIZED, when: 'The caller is not in the inbox' };
const MISSING: ErrorResponse = {
	status: 404,
	body: NOT_FOUND,
	when: 'There is no such record, or it is not the caller’s',
};

const CHANGED: ErrorResponse = {
	status: 412,
	body: { error: 'It has been changed since it was read' },
	when: 'If-Match is given, none of its tags is the present one, and the change would make a difference',
};

export function isChangedConditionally({ method, isConditional }: Route): boolean {
	return isConditional === true && method === 'PATCH';
}

const MEMBER = [TOKEN_MISSING, TOKEN_UNKNOWN, NO_BOTS, SUSPENDED, FOREIGN_ACCOUNT];

const BY_ROLE: Record<Role, ErrorResponse[]> = {
	public: [],
	channel: [UNKNOWN_CHANNEL, SUSPENDED],
	visitor: [
		UNKNOWN_CHANNEL,
		SUSPENDED,
		{ status: 404, body: NOT_FOUND, when: 'X-Auth-Token is missing, forged, or of another channel' },
	],
	user: [TOKEN_MISSING, TOKEN_UNKNOWN, NO_BOTS],
	member: MEMBER,
	memberOrBot: [
		TOKEN_MISSING,
		TOKEN_UNKNOWN,
		SUSPENDED,
		FOREIGN_ACCOUNT,
		{
			status: 401,
			body: { error: 'Bot is not authorized to access this account' },
			when: 'The bot answers in no inbox of the account',
		},
	],
	administrator: [...MEMBER, NOT_ADMINISTRATOR],
};

/** Where the body is no JSON: who may send it shows a token. */
const OF_BYTES: ErrorResponse[] = [
	{ status: 401, body: { error: 'Invalid Access Token' }, when: 'The token is missing, or is another one' },
	{ status: 413, body: { message: '…', attributes: ['body'] }, when: 'The body is too large' },
	{ status: 415, body: { message: '…', attributes: ['body'] }, when: 'The body is of another type' },
	{ status: 422, body: { message: '…', attributes: ['body'] }, when: 'Nothing can be done with it, now or later' },
];

/** In the order in which the server checks them. */
export function errorResponsesOf(route: Route): ErrorResponse[] {
	return [
		{ status: 429, body: 'Retry later', when: 'Too many requests; Retry-After says for how many seconds' },
		...BY_ROLE[route.role],
		...(route.body
			? [{ status: 400, body: { message: '…', attributes: ['body'] }, when: 'The body is neither JSON nor a form' }]
			: []),
		...(route.bodyType === undefined ? [] : OF_BYTES),
		...(route.body || route.query
			? [
					{
						status: 422,
						body: {
							// The team's clients read `error` in every refusal.
							...(isForTeam(route) && { error: 'Validation failed: …' }),
							message: '…',
							attributes: ['<field>'],
						},
						when: 'A field is missing, of the wrong kind or too long',
					},
					{ status: 422, body: { error: '…' }, when: 'Another rule forbids it' },
				]
			: []),
		...(route.params ? [MISSING] : []),
		...(route.inbox ? [NOT_IN_INBOX] : []),
		...(isChangedConditionally(route) ? [CHANGED] : []),
	];
}
